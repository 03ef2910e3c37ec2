"""The symbols of a document, and what can be folded.

Editors ask for both behind every key.  The text of what an item declares is therefore kept with
gaps for the numbers of lines, as that of diagnostics is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opencl_ls.features.folding import folds
from opencl_ls.features.symbols import outline
from opencl_ls.server.memory import FileMemory, KnownSymbols
from opencl_ls.server.plain import document_of, quoted, to_range, written
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from opencl_ls.features.folding import Fold
    from opencl_ls.features.symbols import Declared, Group
    from opencl_ls.server.capabilities import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server
    from opencl_ls.text import LineTable

    Place = tuple[int, int]

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
    analysis = server.analysed.provisional(document) if document is not None else None
    if document is None or analysis is None:
        return None
    memory = server.memories.of(document.path)
    groups, encoding = outline(analysis), server.client.encoding
    if server.client.nested_symbols:
        return _nested(groups, document.lines, encoding, memory)
    return written(
        [
            symbol
            for start, group in groups
            for symbol in _flat(group.declared, start, document, encoding, None)
        ]
    )


def folding_range(server: Server, params: object) -> str | None:
    """Return what can be folded as JSON text, the largest where the client limits the number."""
    document = document_of(server, params)
    if document is None or not server.analysed.knows(document):
        return None
    client, found = server.client, folds(document.text)
    starts = document.lines.positions([fold.start for fold in found], client.encoding)
    ends = document.lines.positions([fold.end for fold in found], client.encoding)
    ranges = [_folding(*each, client) for each in zip(found, starts, ends, strict=True)]
    ranges = [each for each in ranges if each["endLine"] > each["startLine"]]
    limit = client.fold_limit
    if limit is not None and len(ranges) > limit:
        ranges.sort(key=lambda each: each["startLine"] - each["endLine"])
        ranges = sorted(ranges[:limit], key=lambda each: each["startLine"])
    return written(ranges)


def _nested(
    groups: Sequence[tuple[int, Group]], lines: LineTable, encoding: str, memory: FileMemory
) -> str:
    places = lines.positions([start for start, _ in groups], encoding)
    # What stands in the first line of an item depends on where the item begins in it.
    keys = [(group, column) for (_, group), (_, column) in zip(groups, places, strict=True)]
    known = memory.symbols
    new: dict[tuple[Group, int], tuple[int, int]] = {}
    for key, (start, _), (line, _) in zip(keys, groups, places, strict=True):
        if key not in known and key not in new:
            new[key] = start, line
    offsets = [
        start + offset for (group, _), (start, _) in new.items() for offset in _ends(group.declared)
    ]
    ends = iter(lines.positions(offsets, encoding))
    for key, (_, line) in new.items():
        gaps: list[int] = []
        pattern = ",".join([_symbol(each, ends, line, gaps) for each in key[0].declared])
        known[key] = KnownSymbols(pattern, tuple(gaps), line)
    memory.symbols = {key: known[key] for key in keys}
    texts = [known[key].at(line) for key, (line, _) in zip(keys, places, strict=True)]
    return f"[{','.join(texts)}]"


def _ends(declared: Iterable[Declared]) -> Iterator[int]:
    """Yield the offsets of what `_symbol` writes, in the order in which it takes their places."""
    for each in declared:
        yield from (each.start, each.end, each.name_start, each.name_end)
        yield from _ends(each.children)


def _symbol(declared: Declared, ends: Iterator[Place], base: int, gaps: list[int]) -> str:
    """Return a symbol as JSON with a gap for each line, whose number from `base` goes to `gaps`."""
    kind = SYMBOL_KINDS.get(declared.kind, _OTHER)
    whole, name = _span(ends, base, gaps), _span(ends, base, gaps)
    parts = [f'"name":{quoted(display(declared.name))},"kind":{kind}']
    parts.append(f'"range":{whole},"selectionRange":{name}')
    if declared.detail:
        parts.append(f'"detail":{quoted(display(declared.detail))}')
    if declared.children:
        children = ",".join([_symbol(each, ends, base, gaps) for each in declared.children])
        parts.append(f'"children":[{children}]')
    return f"{{{','.join(parts)}}}"


def _span(ends: Iterator[Place], base: int, gaps: list[int]) -> str:
    (line, column), (end_line, end_column) = next(ends), next(ends)
    gaps += (line - base, end_line - base)
    return (
        f'{{"start":{{"line":%d,"character":{column}}},'
        f'"end":{{"line":%d,"character":{end_column}}}}}'
    )


def _flat(
    declared: Iterable[Declared],
    base: int,
    document: Document,
    encoding: str,
    container: str | None,
) -> list[dict[str, Any]]:
    found = []
    for each in declared:
        span = to_range(document.lines, base + each.start, base + each.end, encoding)
        symbol: dict[str, Any] = {
            "name": display(each.name),
            "kind": SYMBOL_KINDS.get(each.kind, _OTHER),
            "location": {"uri": document.uri, "range": span},
        }
        holder = container or ("kernel" if each.kind == "kernel" else None)
        if holder is not None:
            symbol["containerName"] = holder
        found.append(symbol)
        found += _flat(each.children, base, document, encoding, display(each.name))
    return found


def _folding(fold: Fold, start: Place, end: Place, client: Client) -> dict[str, Any]:
    folding: dict[str, Any] = {"startLine": start[0], "endLine": end[0]}
    if client.folds_whole_lines:
        # The line with the closing brace stays in sight.
        folding["endLine"] = end[0] - 1 if fold.closed else end[0]
    else:
        folding |= {"startCharacter": start[1], "endCharacter": end[1]}
    if fold.kind:
        # Our kinds are named as the protocol's are.
        folding["kind"] = fold.kind
    return folding
