"""The symbols of a document, and what can be folded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opencl_ls.features.folding import Fold, folds
from opencl_ls.features.symbols import Entry, outline
from opencl_ls.server.plain import document_of, to_range, written
from opencl_ls.text import display

if TYPE_CHECKING:
    from opencl_ls.server.capabilities import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server
    from opencl_ls.text import LineTable

SYMBOL_KINDS = {
    "function": 12,
    "kernel": 12,
    "variable": 13,
    "constant": 14,
    "typedef": 5,
    "struct": 23,
    "union": 23,
    "enum": 10,
    "enumerator": 22,
    "member": 8,
    "macro": 14,
}
"""LSP's `SymbolKind` of each kind of ours: a typedef is a class, a macro a constant."""

_OTHER = SYMBOL_KINDS["variable"]


def document_symbol(server: Server, params: object) -> str | None:
    """Return the outline as JSON text, as a tree where the client can show one."""
    document = document_of(server, params)
    snapshot = server.analysed.provisional(document) if document is not None else None
    if document is None or snapshot is None:
        return None
    entries = outline(snapshot, server.memories.of(document.path).outline)
    lines, encoding = document.lines, server.client.encoding
    if server.client.nested_symbols:
        return written([_nested(entry, lines, encoding) for entry in entries])
    return written(_flat(entries, document, encoding, None))


def folding_range(server: Server, params: object) -> str | None:
    """Return what can be folded as JSON text, the largest where the client limits the number."""
    document = document_of(server, params)
    if document is None or not server.analysed.knows(document):
        return None
    found = folds(document.text)
    ranges = [_folding(fold, document.lines, server.client) for fold in found]
    ranges = [each for each in ranges if each["endLine"] > each["startLine"]]
    limit = server.client.fold_limit
    if limit is not None and len(ranges) > limit:
        ranges.sort(key=lambda each: each["startLine"] - each["endLine"])
        ranges = sorted(ranges[:limit], key=lambda each: each["startLine"])
    return written(ranges)


def _nested(entry: Entry, lines: LineTable, encoding: str) -> dict[str, Any]:
    symbol: dict[str, Any] = {
        "name": display(entry.name),
        "kind": SYMBOL_KINDS.get(entry.kind, _OTHER),
        "range": to_range(lines, entry.start, entry.end, encoding),
        "selectionRange": to_range(lines, entry.name_start, entry.name_end, encoding),
    }
    if entry.detail:
        symbol["detail"] = display(entry.detail)
    if entry.children:
        symbol["children"] = [_nested(child, lines, encoding) for child in entry.children]
    return symbol


def _flat(
    entries: tuple[Entry, ...], document: Document, encoding: str, container: str | None
) -> list[dict[str, Any]]:
    found = []
    for entry in entries:
        span = to_range(document.lines, entry.start, entry.end, encoding)
        symbol: dict[str, Any] = {
            "name": display(entry.name),
            "kind": SYMBOL_KINDS.get(entry.kind, _OTHER),
            "location": {"uri": document.uri, "range": span},
        }
        holder = container or ("kernel" if entry.kind == "kernel" else None)
        if holder is not None:
            symbol["containerName"] = holder
        found.append(symbol)
        found += _flat(entry.children, document, encoding, display(entry.name))
    return found


def _folding(fold: Fold, lines: LineTable, client: Client) -> dict[str, Any]:
    start, start_column = lines.position(fold.start, client.encoding)
    end, end_column = lines.position(fold.end, client.encoding)
    folding: dict[str, Any] = {"startLine": start, "endLine": end}
    if client.folds_whole_lines:
        # The line with the closing brace stays in sight.
        folding["endLine"] = end - 1 if fold.closed else end
    else:
        folding |= {"startCharacter": start_column, "endCharacter": end_column}
    if fold.kind:
        # Our kinds are named as the protocol's are.
        folding["kind"] = fold.kind
    return folding
