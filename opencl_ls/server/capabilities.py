"""What the client can do, and what the server answers to `initialize`.

Both are plain JSON here, so that the answer can leave before lsprotocol has been imported, which
takes longer than everything else at start-up.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from opencl_ls import __version__
from opencl_ls.text import UTF8, UTF16, UTF32

TOKEN_TYPES = (
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
QUICK_FIX = "quickfix"
FIX_ALL = "source.fixAll.opencl-ls"
"""The kinds of code actions: one finding's, and all safe ones."""

TOKEN_MODIFIERS = ("declaration", "definition", "readonly", "defaultLibrary", "kernel")


class Client(Struct, frozen=True):
    """The part of the client's capabilities that makes a difference to us."""

    encoding: str = UTF16
    pulls_diagnostics: bool = False
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


def read_client(params: object) -> Client:
    """Return what the params of `initialize` promise; whatever is malformed counts as absent."""
    published = ("textDocument", "publishDiagnostics")
    pulled = ("textDocument", "diagnostic")
    pulls = isinstance(_at(params, *pulled), dict)
    diagnostics = pulled if pulls else published
    limit = _at(params, "textDocument", "foldingRange", "rangeLimit")

    def either(name: str) -> object:
        # LSP 3.18 repeats these beside pulled diagnostics; older clients say them once.
        own = _at(params, *diagnostics, name)
        return _at(params, *published, name) if own is None else own

    tags = either("tagSupport")
    markup = _list(_at(params, "textDocument", "hover", "contentFormat"))
    return Client(
        encoding=_encoding(_list(_at(params, "general", "positionEncodings"))),
        pulls_diagnostics=pulls,
        related_documents=_at(params, *pulled, "relatedDocumentSupport") is True,
        related_information=either("relatedInformation") is True,
        code_description=either("codeDescriptionSupport") is True,
        diagnostic_versions=_at(params, *published, "versionSupport") is True,
        diagnostic_tags=frozenset(
            tag
            for tag in _list(tags.get("valueSet") if isinstance(tags, dict) else None)
            if isinstance(tag, int)
        ),
        refreshes_diagnostics=_at(params, "workspace", "diagnostics", "refreshSupport") is True,
        refreshes_tokens=_at(params, "workspace", "semanticTokens", "refreshSupport") is True,
        hover_markdown=bool(markup) and markup[0] == "markdown",
        nested_symbols=_at(
            params, "textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"
        )
        is True,
        folds_whole_lines=_at(params, "textDocument", "foldingRange", "lineFoldingOnly") is True,
        fold_limit=limit if isinstance(limit, int) and limit > 0 else None,
        takes_actions=isinstance(
            _at(params, "textDocument", "codeAction", "codeActionLiteralSupport"), dict
        ),
        versioned_edits=_at(params, "workspace", "workspaceEdit", "documentChanges") is True,
        configuration=_at(params, "workspace", "configuration") is True,
        registers_configuration=_at(
            params, "workspace", "didChangeConfiguration", "dynamicRegistration"
        )
        is True,
        registers_watchers=_at(params, "workspace", "didChangeWatchedFiles", "dynamicRegistration")
        is True,
    )


def initialize_result(client: Client) -> dict[str, Any]:
    """Return the answer to `initialize`."""
    capabilities: dict[str, Any] = {
        "positionEncoding": client.encoding,
        "textDocumentSync": {"openClose": True, "change": 2, "save": True},
        "hoverProvider": True,
        "documentSymbolProvider": {"label": "OpenCL"},
        "workspaceSymbolProvider": True,
        "foldingRangeProvider": True,
        "codeActionProvider": {"codeActionKinds": [QUICK_FIX, FIX_ALL]},
        "semanticTokensProvider": {
            "legend": {
                "tokenTypes": list(TOKEN_TYPES),
                "tokenModifiers": list(TOKEN_MODIFIERS),
            },
            "full": {"delta": True},
            "range": True,
        },
        "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
    }
    if client.pulls_diagnostics:
        # Only to clients that pull: with push and pull together, editors show everything twice.
        capabilities["diagnosticProvider"] = {
            "identifier": "opencl-ls",
            "interFileDependencies": True,
            "workspaceDiagnostics": False,
        }
    return {
        "capabilities": capabilities,
        "serverInfo": {"name": "opencl-ls", "version": __version__},
    }


def _encoding(listed: list[object]) -> str:
    if UTF8 in listed:
        # Ours by nature: no line ever has to be decoded.
        return UTF8
    for encoding in listed:
        if encoding in (UTF16, UTF32):
            return str(encoding)
    return UTF16


def _at(params: object, *path: str) -> Any:
    value: object = params.get("capabilities") if isinstance(params, dict) else None
    for name in path:
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    return value


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
