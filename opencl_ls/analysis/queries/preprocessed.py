"""Macros, includes and directives, of the preprocessed unit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.results import DirectiveInfo, IncludeInfo, MacroInfo
from opencl_ls.findings import Place
from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.syntax.pragma_marks import without_marks
from opencl_ls.text import NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.preprocess import Macro, Unit

_IN_WORD: Final = re.compile(r"[\w$\x80-\xff]", re.A)
# Group 1 is a name.
_WORD: Final = lazy_pattern(rf"({NAME})|\w+|[\x80-\xff]", re.A)


def _name_at(source: str, offset: int) -> re.Match[str] | None:
    """Return the name around an offset, or the one that ends there."""
    start = offset
    while start > 0 and _IN_WORD.match(source, start - 1):
        start -= 1
    while (match := _WORD.match(source, start)) is not None and match.start() <= offset:
        if match[1] is not None and match.end() >= offset:
            return match
        start = match.end()
    return None


def macro_at(unit: Unit, offset: int) -> MacroInfo | None:
    """Return the macro whose name is at a byte offset of the main file, or None."""
    found = _name_at(unit.source, offset)
    if found is None:
        return None
    name = found[0]
    macro, expansion = _in_force(unit, name, found.start())
    if macro is None:
        return None
    definition = unit.definition_of(macro)
    place = None
    if definition is not None and not definition.file.startswith("<"):
        place = Place(definition.file, definition.start, definition.end)
    body = f"#define {macro.signature} {macro.value}".rstrip()
    return MacroInfo(name, body, expansion, place)


def _in_force(unit: Unit, name: str, offset: int) -> tuple[Macro | None, str | None]:
    """Return the macro that a name means at an offset, with its expansion."""
    index = unit.offsets.last_up_to(offset)
    first, last = unit.piece_counts[index], unit.piece_counts[min(index + 1, len(unit.steps))]
    for number in range(first, last):
        piece = unit.pieces[number]
        macro = piece.expansion.present.get(name)
        if macro is None:
            continue
        local = offset - unit.start_of(number)
        for segment in piece.expansion.segments:
            if segment.macro == name and segment.source_start <= local < segment.source_end:
                return macro, without_marks(piece.text[segment.start : segment.end]).strip()
        return macro, None
    best: Macro | None = None
    for definition in unit.definitions.get(name, ()):
        # Directives that follow each other are before the same piece.
        is_below = definition.file == unit.path and definition.start > offset
        if best is None or (definition.piece <= first and not is_below):
            best = definition.macro
    return best, None


def include_of(unit: Unit, header: str) -> Place | None:
    """Return the `#include` of the main file through which a header came, or None."""
    for number, step in enumerate(unit.steps):
        if step.run is None or header not in step.run.files:
            continue
        start = unit.offsets[number]
        for record in step.records:
            if record.kind in ("include", "include_next", "import"):
                return Place(unit.path, start + record.start, start + record.end)
    return None


def includes(unit: Unit) -> Iterator[IncludeInfo]:
    """Yield the includes of the main file and of headers, in the order of the program."""
    for placed in unit.records:
        record = placed.record
        if record.kind == "include":
            known = record.quoted is not None
            name = record.name if known else None
            yield IncludeInfo(name, bool(record.quoted), placed.file, record.path)


def directive_at(unit: Unit, offset: int) -> DirectiveInfo | None:
    """Return the directive around an offset of the main file, None if none was executed."""
    for placed in unit.records:
        if placed.file == unit.path and placed.start <= offset < placed.end:
            record, base = placed.record, placed.offset
            return DirectiveInfo(
                record.kind,
                placed.start,
                placed.end,
                base + record.name_start,
                base + record.name_end,
                record.path,
            )
    return None


def ended_macros(unit: Unit) -> frozenset[str]:
    """Return the names of macros that a directive of the main file undefines."""
    return frozenset(
        name
        for number in unit.effective
        for name, _, after in unit.steps[number].effects
        if after is None and name not in unit.all_macros
    )
