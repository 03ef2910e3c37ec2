"""The symbols of a document and of the workspace, and what can be folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.features.folding import Fold, folds
from opencl_ls.features.symbols import Entry, outline
from opencl_ls.server.convert import to_range
from opencl_ls.server.uris import uri_of
from opencl_ls.text import display

if TYPE_CHECKING:
    from opencl_ls.features.workspace_index import Found
    from opencl_ls.server.capabilities import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server
    from opencl_ls.text import LineTable

_KINDS = {
    "function": types.SymbolKind.Function,
    "kernel": types.SymbolKind.Function,
    "variable": types.SymbolKind.Variable,
    "constant": types.SymbolKind.Constant,
    "typedef": types.SymbolKind.Class,
    "struct": types.SymbolKind.Struct,
    "union": types.SymbolKind.Struct,
    "enum": types.SymbolKind.Enum,
    "enumerator": types.SymbolKind.EnumMember,
    "member": types.SymbolKind.Field,
    "macro": types.SymbolKind.Constant,
}
_MOST_SYMBOLS = 256
"""More answers to one query nobody reads; editors ask again at each character."""

_FOLD_KINDS = {
    "comment": types.FoldingRangeKind.Comment,
    "imports": types.FoldingRangeKind.Imports,
    "region": types.FoldingRangeKind.Region,
}


def document_symbol(
    server: Server, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation] | None:
    """Return the outline, as a tree where the client can show one."""
    document = server.document(params.text_document)
    snapshot = server.analysed.provisional(document) if document is not None else None
    if document is None or snapshot is None:
        return None
    entries = outline(snapshot, server.memories.of(document.path).outline)
    if server.client.nested_symbols:
        return [_nested(entry, document.lines, server.client.encoding) for entry in entries]
    return list(_flat(entries, document, server.client.encoding, None))


def workspace_symbol(
    server: Server, params: types.WorkspaceSymbolParams
) -> list[types.SymbolInformation]:
    """Return the names that a query means, among open documents and the files read so far."""
    server.workspace_files.begin()
    return [
        _symbol(found, server) for found in server.workspace_files.find(params.query, _MOST_SYMBOLS)
    ]


def _symbol(found: Found, server: Server) -> types.SymbolInformation:
    document = server.documents.at(found.path)
    end = found.column + len(found.name)
    return types.SymbolInformation(
        name=found.name,
        kind=_KINDS[found.kind],
        location=types.Location(
            uri_of(found.path) if document is None else document.uri,
            types.Range(types.Position(found.line, found.column), types.Position(found.line, end)),
        ),
        container_name="kernel" if found.kind == "kernel" else None,
    )


def folding_range(
    server: Server, params: types.FoldingRangeParams
) -> list[types.FoldingRange] | None:
    """Return what can be folded, largest first where the client limits the number."""
    document = server.document(params.text_document)
    if document is None or not server.analysed.knows(document):
        return None
    found = folds(document.text)
    ranges = [_folding(fold, document.lines, server.client) for fold in found]
    ranges = [each for each in ranges if each.end_line > each.start_line]
    limit = server.client.fold_limit
    if limit is not None and len(ranges) > limit:
        ranges.sort(key=lambda each: each.start_line - each.end_line)
        ranges = sorted(ranges[:limit], key=lambda each: each.start_line)
    return ranges


def _nested(entry: Entry, lines: LineTable, encoding: str) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=display(entry.name),
        detail=display(entry.detail) or None,
        kind=_KINDS.get(entry.kind, types.SymbolKind.Variable),
        range=to_range(lines, entry.start, entry.end, encoding),
        selection_range=to_range(lines, entry.name_start, entry.name_end, encoding),
        children=[_nested(child, lines, encoding) for child in entry.children] or None,
    )


def _flat(
    entries: tuple[Entry, ...], document: Document, encoding: str, container: str | None
) -> list[types.SymbolInformation]:
    found = []
    for entry in entries:
        found.append(
            types.SymbolInformation(
                name=display(entry.name),
                kind=_KINDS.get(entry.kind, types.SymbolKind.Variable),
                location=types.Location(
                    document.uri, to_range(document.lines, entry.start, entry.end, encoding)
                ),
                container_name=container or ("kernel" if entry.kind == "kernel" else None),
            )
        )
        found += _flat(entry.children, document, encoding, display(entry.name))
    return found


def _folding(fold: Fold, lines: LineTable, client: Client) -> types.FoldingRange:
    start, start_column = lines.position(fold.start, client.encoding)
    end, end_column = lines.position(fold.end, client.encoding)
    kind = _FOLD_KINDS.get(fold.kind)
    if client.folds_whole_lines:
        # The line with the closing brace stays in sight.
        return types.FoldingRange(
            start_line=start, end_line=end - 1 if fold.closed else end, kind=kind
        )
    return types.FoldingRange(
        start_line=start,
        start_character=start_column,
        end_line=end,
        end_character=end_column,
        kind=kind,
    )
