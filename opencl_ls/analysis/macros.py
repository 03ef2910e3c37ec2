"""Questions about macros and includes that features ask of a preprocessed unit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.findings import Place
from opencl_ls.text import NAME

if TYPE_CHECKING:
    from opencl_ls.preprocess import Macro, Unit

_IN_WORD: Final = re.compile(r"[\w$\x80-\xff]", re.A)
# Group 1 is a name.
_WORD: Final = re.compile(rf"({NAME})|\w+|[\x80-\xff]", re.A)
# What a macro may expand to and still be nothing to the shape of a declaration.
_QUALIFIERS: Final = frozenset(
    "__kernel kernel __global global __local local __constant constant __private private __generic "
    "generic const volatile restrict __restrict __restrict__ static extern inline __inline "
    "__inline__ read_only __read_only write_only __write_only read_write __read_write".split()
)
_ATTRIBUTE: Final = re.compile(r"__attribute__\s*\(\s*\(.*?\)\s*\)", re.S)


class MacroInfo(Struct, frozen=True):
    """The use or the definition of a macro; `expansion` is None where it is only named."""

    name: str
    definition: str
    expansion: str | None
    place: Place | None


def blank_names(unit: Unit) -> frozenset[str]:
    """Return the object-like macros that stand for qualifiers, storage classes or attributes."""
    return _blank_names(frozenset(unit.macros.values()))


_known_blanks: dict[frozenset[Macro], frozenset[str]] = {}


def _blank_names(macros: frozenset[Macro]) -> frozenset[str]:
    known = _known_blanks.get(macros)
    if known is None:
        if len(_known_blanks) > 64:
            _known_blanks.clear()
        known = _known_blanks[macros] = _find_blank_names(macros)
    return known


def _find_blank_names(macros: frozenset[Macro]) -> frozenset[str]:
    """Take macros in until none is left whose words are qualifiers or macros taken before."""
    waiting = {
        macro.name: _ATTRIBUTE.sub(" ", macro.value).split()
        for macro in macros
        if macro.parameters is None
    }
    found: set[str] = set()
    while True:
        ready = [
            name
            for name, words in waiting.items()
            if all(word in _QUALIFIERS or word in found for word in words)
        ]
        if not ready:
            return frozenset(found)
        for name in ready:
            del waiting[name]
        found.update(ready)


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
    """Return the macro whose name stands at a byte offset of the main file, or None."""
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
    """Return the macro that a name means at an offset, with the text that its use becomes."""
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
                return macro, piece.text[segment.start : segment.end].strip()
        return macro, None
    best: Macro | None = None
    for definition in unit.definitions.get(name, ()):
        # Directives that follow each other stand before the same piece.
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
