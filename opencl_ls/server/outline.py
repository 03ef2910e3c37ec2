"""The symbols of a document as JSON text.

Editors ask for them after every key.  The text for an item is therefore cached with gaps for line
numbers, as for diagnostics.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from opencl_ls.server.convert import quoted
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from opencl_ls.analysis.results import Declared, OutlineGroup
    from opencl_ls.features.symbols import Section
    from opencl_ls.server.documents import Document

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
    "section": 3,
}
"""LSP's `SymbolKind` of each kind of ours: a typedef is a class, a section a namespace."""

_OTHER = SYMBOL_KINDS["variable"]


class _CachedSymbols:
    """The JSON text of an item's symbols, at its last line.

    `pattern` has a `%d` for each number of a line; `lines` are these numbers, counted from the
    line in which the item begins, which was `base`.
    """

    __slots__ = ("_base", "_lines", "_pattern", "_text")

    def __init__(self, pattern: str, lines: tuple[int, ...], base: int) -> None:
        self._pattern = pattern
        self._lines = lines
        self._move(base)

    def at(self, base: int) -> str:
        """Return the text where the item begins in the line `base`."""
        if base != self._base:
            self._move(base)
        return self._text

    def _move(self, base: int) -> None:
        self._base = base
        self._text = self._pattern % tuple([base + line for line in self._lines])


class OutlineRenderer:
    """Renders outlines as trees; `encoding` is that of the columns."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        # The cache of each document, by an item's declarations and its first column.
        self._cache: WeakKeyDictionary[Document, dict[tuple[OutlineGroup, int], _CachedSymbols]] = (
            WeakKeyDictionary()
        )

    def nested(
        self,
        document: Document,
        groups: Sequence[tuple[int, OutlineGroup]],
        sections: Sequence[Section] = (),
    ) -> str:
        """Return the JSON text of a list of `DocumentSymbol`; a section holds what it is around."""
        lines, encoding = document.lines, self._encoding
        places = lines.positions([start for start, _ in groups], encoding)
        # Positions in the first line of an item depend on the column where the item begins.
        keys = [(group, column) for (_, group), (_, column) in zip(groups, places, strict=True)]
        cached = self._cache.get(document, {})
        new: dict[tuple[OutlineGroup, int], tuple[int, int]] = {}
        for key, (start, _), (line, _) in zip(keys, groups, places, strict=True):
            if key not in cached and key not in new:
                new[key] = start, line
        offsets = [
            start + offset
            for (group, _), (start, _) in new.items()
            for offset in _ends(group.declared)
        ]
        ends = iter(lines.positions(offsets, encoding))
        for key, (_, line) in new.items():
            gaps: list[int] = []
            pattern = ",".join([_symbol(each, ends, line, gaps) for each in key[0].declared])
            cached[key] = _CachedSymbols(pattern, tuple(gaps), line)
        self._cache[document] = {key: cached[key] for key in keys}
        texts = [cached[key].at(line) for key, (line, _) in zip(keys, places, strict=True)]
        if sections:
            starts = [start for start, _ in groups]
            texts = self._in_sections(document, sections, zip(starts, texts, strict=True))
        return f"[{','.join(texts)}]"

    def _in_sections(
        self, document: Document, sections: Sequence[Section], texts: Iterable[tuple[int, str]]
    ) -> list[str]:
        """Return the texts of items, each with its start, put into those of their sections."""
        rows: list[list[str]] = [[]]
        opened: list[Section] = []
        waiting = deque(sections)

        def go_to(offset: int) -> None:
            """Begin and end the sections up to a byte."""
            while opened or (waiting and waiting[0].start <= offset):
                is_next = bool(waiting) and waiting[0].start <= offset
                if opened and opened[-1].end <= (waiting[0].start if is_next else offset):
                    section = opened.pop()
                    inner = rows.pop()
                    rows[-1].append(self._section(document, section, inner))
                elif is_next:
                    opened.append(waiting.popleft())
                    rows.append([])
                else:
                    return

        for start, text in texts:
            go_to(start)
            rows[-1].append(text)
        go_to(len(document.text))
        return rows[0]

    def _section(self, document: Document, section: Section, inner: Sequence[str]) -> str:
        ends = (section.start, section.end, section.name_start, section.name_end)
        places = iter(document.lines.positions(ends, self._encoding))
        gaps: list[int] = []
        whole, name = _span(places, 0, gaps), _span(places, 0, gaps)
        text = f'"name":{quoted(display(section.name))},"kind":{SYMBOL_KINDS["section"]}'
        text += f',"range":{whole},"selectionRange":{name}'
        children = f',"children":[{",".join(inner)}]' if inner else ""
        return f"{{{text % tuple(gaps)}{children}}}"


def _ends(declared: Iterable[Declared]) -> Iterator[int]:
    """Yield the offsets for `_symbol`, in the order in which it uses them."""
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
