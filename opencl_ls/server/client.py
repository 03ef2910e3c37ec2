"""The client's capabilities, as far as they matter to this server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from opencl_ls.text import UTF16

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
TOKEN_MODIFIERS: Final = (
    "declaration",
    "definition",
    "readonly",
    "defaultLibrary",
    "kernel",
    "static",
    "deprecated",
    "functionScope",
    "fileScope",
    "globalScope",
    "global",
    "local",
    "constant",
    "private",
    "generic",
    "workItemDependent",
    "inactive",
)

QUICK_FIX: Final = "quickfix"
FIX_ALL: Final = "source.fixAll.opencl-ls"
"""The kinds of code actions: one finding's, and all safe ones."""

REFACTORINGS: Final = ("refactor.extract", "refactor.inline", "refactor.rewrite")
"""The kinds of code actions that change how a correct program is written."""


DETECT: Final = "opencl-ls.detectConfiguration"
"""The command that finds build options, which a quick fix names: see `handlers.configurations`."""

SHOW_REFERENCES: Final = "opencl-ls.showReferences"
"""A command of the client with a URI, a position in it, and the locations to show there."""


_RAW: Final = ("Neovim", "coc.nvim", "vim-lsp", "ale")
"""Clients that show Markdown as it is written, or break its lines as if they did."""


class CompletionSupport(Struct, frozen=True):
    """Capabilities of the client for completion; `resolves` are the lazily resolved properties."""

    snippets: bool = False
    markdown: bool = False
    deprecated: bool = False
    deprecated_tag: bool = False
    insert_replace: bool = False
    label_details: bool = False
    commit_characters: bool = False
    preselects: bool = False
    resolves: frozenset[str] = frozenset()
    list_defaults: frozenset[str] = frozenset()
    adjusts_indentation: bool = False


class SignatureSupport(Struct, frozen=True):
    """Capabilities of the client for signature help."""

    markdown: bool = False
    label_offsets: bool = False
    no_active_parameter: bool = False


class LinkSupport(Struct, frozen=True):
    """Which requests for places a client wants answered with links, and not with locations."""

    definition: bool = False
    declaration: bool = False
    type_definition: bool = False
    implementation: bool = False
    text_document_content: bool = False


class ActionSupport(Struct, frozen=True):
    """Capabilities of the client for code actions; `resolves` are lazily resolved properties."""

    literals: bool = False
    disabled: bool = False
    data: bool = False
    resolves: frozenset[str] = frozenset()


class Client(Struct, frozen=True):
    """The part of a client's capabilities that is used."""

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
    command_links: bool = False
    shows_marks: bool = False
    inactive_regions: bool = False
    nested_symbols: bool = False
    folds_whole_lines: bool = False
    fold_limit: int | None = None
    completion: CompletionSupport = CompletionSupport()
    signature: SignatureSupport = SignatureSupport()
    links: LinkSupport = LinkSupport()
    actions: ActionSupport = ActionSupport()
    versioned_edits: bool = False
    creates_files: bool = False
    prepares_renames: bool = False
    link_tooltips: bool = False
    hint_resolves: frozenset[str] = frozenset()
    refreshes_hints: bool = False
    refreshes_lenses: bool = False
    shows_progress: bool = False
    registers_formatting: bool = False
    formats_ranges: bool = False
    formats_on_type: bool = False
    configuration: bool = False
    registers_configuration: bool = False
    registers_watchers: bool = False
    watches_files: bool = False
    commands: frozenset[str] = frozenset()
    shows_status: bool = False
    asks_questions: bool = False
    applies_edits: bool = False


def read_client(
    params: types.InitializeParams, encoding: str, written: Mapping[str, Any] | None = None
) -> Client:
    """Return the client's capabilities from `initialize`, with the negotiated encoding.

    `written` are its capabilities as received, for those that LSP does not have.
    """
    document, workspace = params.capabilities.text_document, params.capabilities.workspace
    published = _at(document, "publish_diagnostics")
    pulled = _at(document, "diagnostic")

    def of_diagnostics(name: str) -> Any:
        # LSP 3.18 repeats these beside pulled diagnostics; older clients send them once.
        own = _at(pulled, name)
        return _at(published, name) if own is None else own

    limit = _at(document, "folding_range", "range_limit")
    watchers = bool(_at(workspace, "did_change_watched_files", "dynamic_registration"))
    return Client(
        encoding=encoding,
        pulls_diagnostics=pulled is not None,
        # On refresh, Neovim 0.12 pulls only these from a server that has them, and does not show
        # them in a buffer for which it has pulled before.
        workspace_diagnostics=pulled is not None and _at(params.client_info, "name") != "Neovim",
        related_documents=bool(_at(pulled, "related_document_support")),
        related_information=bool(of_diagnostics("related_information")),
        code_description=bool(of_diagnostics("code_description_support")),
        diagnostic_versions=bool(_at(published, "version_support")),
        diagnostic_tags=frozenset(map(int, _at(of_diagnostics("tag_support"), "value_set") or ())),
        refreshes_diagnostics=bool(_at(workspace, "diagnostics", "refresh_support")),
        refreshes_tokens=bool(_at(workspace, "semantic_tokens", "refresh_support")),
        hover_markdown=_prefers_markdown(_at(document, "hover", "content_format")),
        shows_marks=_at(params.client_info, "name") in _RAW,
        command_links=_own(written, "experimental", "openclCommandLinks"),
        inactive_regions=_own(
            written, "textDocument", "inactiveRegionsCapabilities", "inactiveRegions"
        ),
        nested_symbols=bool(
            _at(document, "document_symbol", "hierarchical_document_symbol_support")
        ),
        folds_whole_lines=bool(_at(document, "folding_range", "line_folding_only")),
        fold_limit=limit or None,
        completion=_completion(_at(document, "completion")),
        signature=_signature(_at(document, "signature_help", "signature_information")),
        links=LinkSupport(
            definition=bool(_at(document, "definition", "link_support")),
            declaration=bool(_at(document, "declaration", "link_support")),
            type_definition=bool(_at(document, "type_definition", "link_support")),
            implementation=bool(_at(document, "implementation", "link_support")),
            text_document_content=_at(workspace, "text_document_content") is not None,
        ),
        actions=_actions(_at(document, "code_action")),
        versioned_edits=bool(_at(workspace, "workspace_edit", "document_changes")),
        creates_files="create" in _names(_at(workspace, "workspace_edit", "resource_operations")),
        prepares_renames=bool(_at(document, "rename", "prepare_support")),
        link_tooltips=bool(_at(document, "document_link", "tooltip_support")),
        hint_resolves=_names(_at(document, "inlay_hint", "resolve_support", "properties")),
        refreshes_hints=bool(_at(workspace, "inlay_hint", "refresh_support")),
        refreshes_lenses=bool(_at(workspace, "code_lens", "refresh_support")),
        shows_progress=bool(_at(params.capabilities.window, "work_done_progress")),
        registers_formatting=_registers_formatting(document),
        formats_ranges=_at(document, "range_formatting") is not None,
        formats_on_type=_at(document, "on_type_formatting") is not None,
        configuration=bool(_at(workspace, "configuration")),
        registers_configuration=bool(
            _at(workspace, "did_change_configuration", "dynamic_registration")
        ),
        registers_watchers=watchers,
        # Helix 25 takes the registration, but reports only files that it saves itself.
        watches_files=watchers and _at(params.client_info, "name") != "helix",
        commands=_commands(params.capabilities.experimental),
        shows_status=_own(written, "experimental", "openclStatus"),
        asks_questions=_at(params.capabilities.window, "show_message") is not None,
        applies_edits=bool(_at(workspace, "apply_edit")),
    )


def _registers_formatting(document: Any) -> bool:
    """Tell whether a client takes later registrations of all kinds of formatting that it has."""
    capabilities = [_at(document, f"{each}formatting") for each in ("", "range_", "on_type_")]
    return capabilities[0] is not None and all(
        bool(_at(each, "dynamic_registration")) for each in capabilities if each is not None
    )


def _completion(capabilities: Any) -> CompletionSupport:
    item = _at(capabilities, "completion_item")
    return CompletionSupport(
        snippets=bool(_at(item, "snippet_support")),
        markdown=_prefers_markdown(_at(item, "documentation_format")),
        deprecated=bool(_at(item, "deprecated_support")),
        deprecated_tag=1 in map(int, _at(item, "tag_support", "value_set") or ()),
        insert_replace=bool(_at(item, "insert_replace_support")),
        label_details=bool(_at(item, "label_details_support")),
        commit_characters=bool(_at(item, "commit_characters_support")),
        preselects=bool(_at(item, "preselect_support")),
        resolves=_names(_at(item, "resolve_support", "properties")),
        list_defaults=_names(_at(capabilities, "completion_list", "item_defaults")),
        adjusts_indentation=2 in map(int, _at(item, "insert_text_mode_support", "value_set") or ()),
    )


def _signature(capabilities: Any) -> SignatureSupport:
    return SignatureSupport(
        markdown=_prefers_markdown(_at(capabilities, "documentation_format")),
        label_offsets=bool(_at(capabilities, "parameter_information", "label_offset_support")),
        no_active_parameter=bool(_at(capabilities, "no_active_parameter_support")),
    )


def _actions(capabilities: Any) -> ActionSupport:
    return ActionSupport(
        literals=_at(capabilities, "code_action_literal_support") is not None,
        disabled=bool(_at(capabilities, "disabled_support")),
        data=bool(_at(capabilities, "data_support")),
        resolves=_names(_at(capabilities, "resolve_support", "properties")),
    )


def _commands(experimental: Any) -> frozenset[str]:
    """Return the commands that a client has: `{"commands": {"commands": [...]}}`."""
    capabilities = experimental.get("commands") if isinstance(experimental, dict) else None
    listed = capabilities.get("commands") if isinstance(capabilities, dict) else capabilities
    return frozenset(filter(_is_text, listed)) if isinstance(listed, list) else frozenset()


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _own(written: Any, *names: str) -> bool:
    """Tell whether a member of members is true in JSON, whatever its shape."""
    for name in names:
        written = written.get(name) if isinstance(written, dict) else None
    return written is True


def _prefers_markdown(formats: Sequence[Any] | None) -> bool:
    return formats is not None and len(formats) > 0 and formats[0] == "markdown"


def _names(capabilities: Sequence[str] | None) -> frozenset[str]:
    return frozenset(capabilities or ())


def _at(value: Any, *names: str) -> Any:
    """Return an attribute of an attribute; None if one on the path is absent."""
    for name in names:
        if value is None:
            return None
        value = getattr(value, name)
    return value
