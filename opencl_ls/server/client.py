"""What the client can do, as far as it makes a difference to this server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from opencl_ls.text import UTF16

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lsprotocol import types

TOKEN_TYPES: Final = (
    "macro",
    "function",
    "variable",
    "parameter",
    "type",
    "struct",
    "enum",
    "enumMember",
    "property",
    "keyword",
    "modifier",
    "comment",
    "string",
    "number",
    "label",
)
TOKEN_MODIFIERS: Final = ("declaration", "definition", "readonly", "defaultLibrary", "kernel")

QUICK_FIX: Final = "quickfix"
FIX_ALL: Final = "source.fixAll.opencl-ls"
"""The kinds of code actions: one finding's, and all safe ones."""


class Client(Struct, frozen=True):
    """The part of a client's capabilities that is looked at."""

    encoding: str = UTF16
    pulls_diagnostics: bool = False
    workspace_diagnostics: bool = False
    related_documents: bool = False
    related_information: bool = False
    code_description: bool = False
    diagnostic_versions: bool = False
    diagnostic_tags: frozenset[int] = frozenset()
    refreshes_diagnostics: bool = False
    refreshes_tokens: bool = False
    hover_markdown: bool = False
    nested_symbols: bool = False
    folds_whole_lines: bool = False
    fold_limit: int | None = None
    takes_actions: bool = False
    versioned_edits: bool = False
    configuration: bool = False
    registers_configuration: bool = False
    registers_watchers: bool = False


def read_client(params: types.InitializeParams, encoding: str) -> Client:
    """Return what a client promised in `initialize`, with the encoding that was agreed on."""
    document, workspace = params.capabilities.text_document, params.capabilities.workspace
    published = _at(document, "publish_diagnostics")
    pulled = _at(document, "diagnostic")

    def of_diagnostics(name: str) -> Any:
        # LSP 3.18 repeats these beside pulled diagnostics; older clients say them once.
        own = _at(pulled, name)
        return _at(published, name) if own is None else own

    markup: Sequence[str] = _at(document, "hover", "content_format") or ()
    limit = _at(document, "folding_range", "range_limit")
    return Client(
        encoding=encoding,
        pulls_diagnostics=pulled is not None,
        # Neovim 0.12, asked to refresh, asks a server that has them for these and nothing else, and
        # does not show them in a buffer for which it has pulled before.
        workspace_diagnostics=pulled is not None and _at(params.client_info, "name") != "Neovim",
        related_documents=bool(_at(pulled, "related_document_support")),
        related_information=bool(of_diagnostics("related_information")),
        code_description=bool(of_diagnostics("code_description_support")),
        diagnostic_versions=bool(_at(published, "version_support")),
        diagnostic_tags=frozenset(map(int, _at(of_diagnostics("tag_support"), "value_set") or ())),
        refreshes_diagnostics=bool(_at(workspace, "diagnostics", "refresh_support")),
        refreshes_tokens=bool(_at(workspace, "semantic_tokens", "refresh_support")),
        hover_markdown=bool(markup) and markup[0] == "markdown",
        nested_symbols=bool(
            _at(document, "document_symbol", "hierarchical_document_symbol_support")
        ),
        folds_whole_lines=bool(_at(document, "folding_range", "line_folding_only")),
        fold_limit=limit or None,
        takes_actions=_at(document, "code_action", "code_action_literal_support") is not None,
        versioned_edits=bool(_at(workspace, "workspace_edit", "document_changes")),
        configuration=bool(_at(workspace, "configuration")),
        registers_configuration=bool(
            _at(workspace, "did_change_configuration", "dynamic_registration")
        ),
        registers_watchers=bool(_at(workspace, "did_change_watched_files", "dynamic_registration")),
    )


def _at(value: Any, *names: str) -> Any:
    """Return an attribute of an attribute; None where one on the way is absent."""
    for name in names:
        if value is None:
            return None
        value = getattr(value, name)
    return value
