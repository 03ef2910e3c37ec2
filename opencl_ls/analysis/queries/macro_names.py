"""The mentions of a macro's name, and the definition that each means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.findings import Place
from opencl_ls.preprocess.lexer import BLANK, places_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.preprocess import Macro, Placed
    from opencl_ls.preprocess.source_map import Expansion

INTERNAL: Final = "<"
"""The prefix of the file names of definitions outside of files."""

_CONDITIONS: Final = frozenset(
    ("if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "include", "line", "pragma")
)


class Mention(NamedTuple):
    """A macro's name in a file; `definition` counts the definitions of the name from 0.

    `role` is "definition", "write" for `#undef`, "macro-body", "call" or "read".
    """

    place: Place
    role: str
    definition: int


class Definitions(NamedTuple):
    """The definitions of a name, in order of reading, and where it is mentioned."""

    macros: tuple[tuple[Macro, Place | None], ...]
    mentions: tuple[Mention, ...]


def is_macro_name(program: Program, name: str) -> bool:
    """Tell whether a name is defined anywhere in the unit, by a directive or by the compiler."""
    unit = program.unit.unit
    return name in unit.all_macros or name in unit.definitions


def definitions_of(program: Program, name: str, at: int | None = None) -> Definitions:
    """Return the definitions of a name and where it is, headers included.

    With a byte `at` of the main file it is searched only in directives and around the byte.  A test
    of an undefined name belongs to the definition that follows, as in an include guard.  Without
    one it belongs to the definition before.
    """
    walk = _Walk(name)
    pieces = range(len(program.unit.unit.pieces)) if at is None else _pieces_at(program, at)
    for kind, number in _in_order(program, name, pieces):
        if kind == "directive":
            walk.directive(program.unit.unit.records[number])
        else:
            walk.text(program, number)
    return walk.finished(program)


def _pieces_at(program: Program, offset: int) -> range:
    """Return the numbers of the pieces that are made of the text around a byte."""
    unit = program.unit.unit
    if not unit.chunks:
        return range(0)
    number = min(unit.offsets.last_up_to(offset), len(unit.chunks) - 1)
    return range(unit.piece_counts[number], unit.piece_counts[number + 1])


def _in_order(program: Program, name: str, pieces: range) -> Iterator[tuple[str, int]]:
    """Yield the directives and pieces that mention a name, in the order of preprocessing."""
    unit = program.unit.unit
    records, position = unit.records, 0
    for number in pieces:
        piece = unit.pieces[number]
        while position < len(records) and records[position].piece <= number:
            if name in records[position].record.directive.text:
                yield "directive", position
            position += 1
        expansion = piece.expansion
        if name in expansion.present and name in expansion.source:
            yield "text", number
    for rest in range(position, len(records)):
        if name in records[rest].record.directive.text:
            yield "directive", rest


class _Walk:
    """A walk over a unit in order of reading, for one name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._macros: list[tuple[Macro, Place | None]] = []
        self._current: int | None = None
        self._mentions: list[tuple[Place, str, int | None]] = []

    def directive(self, placed: Placed) -> None:
        """Process the next directive."""
        record = placed.record
        own = record.kind == "define" and record.name == self._name
        for name, first, last in record.directive.names():
            if name != self._name:
                continue
            place = Place(placed.file, placed.offset + first, placed.offset + last)
            if own and first == record.name_start and record.macro is not None:
                self._define(record.macro, place)
            elif record.kind == "undef":
                self._mention(place, "write")
            elif record.kind == "define":
                macro = record.macro
                if macro is not None and name not in (macro.parameters or ()):
                    self._mention(place, "macro-body")
            elif record.kind in _CONDITIONS:
                self._mention(place, "read")
        if record.kind == "undef" and record.name == self._name:
            self._current = None

    def _define(self, macro: Macro, place: Place) -> None:
        shown = None if place.file.startswith(INTERNAL) else place
        if self._current is None or self._macros[self._current][0] is not macro:
            self._macros.append((macro, shown))
            self._current = len(self._macros) - 1
        self._mention(place, "definition")

    def _mention(self, place: Place, role: str) -> None:
        if not place.file.startswith(INTERNAL):
            self._mentions.append((place, role, self._current))

    def text(self, program: Program, number: int) -> None:
        """Process the next piece with the name."""
        piece, base = program.unit.unit.pieces[number], program.unit.unit.start_of(number)
        expansion = piece.expansion
        macro = expansion.present[self._name]
        for start, end, _ in places_of(expansion.source, {self._name}):
            if macro.parameters is not None and not _is_invoked(expansion, end):
                continue
            first, last = base + expansion.raw_start(start), base + expansion.raw_end(end)
            role = "read" if macro.parameters is None else "call"
            self._mention(Place(piece.file, first, last), role)

    def finished(self, program: Program) -> Definitions:
        """Return the mentions; those while nothing was defined go to the next definition."""
        if not self._macros:
            known = program.unit.unit.all_macros.get(self._name)
            if known is not None:
                self._macros.append((known, None))
        found: list[Mention] = []
        following = len(self._macros) - 1
        for place, role, definition in reversed(self._mentions):
            if definition is not None:
                following = definition
            found.append(Mention(place, role, following))
        return Definitions(tuple(self._macros), tuple(reversed(found)))


def _is_invoked(expansion: Expansion, end: int) -> bool:
    """Tell whether a parenthesis follows a name, or the text ends and one may follow there."""
    blank = BLANK.match(expansion.source, end)
    after = end if blank is None else blank.end()
    return expansion.source[after : after + 1] in ("(", "")


def parameter_places(program: Program, offset: int, name: str) -> tuple[Place, ...]:
    """Return the places of a macro's parameter in its definition, the list first.

    Empty if the byte of the main file is in no definition that has the parameter.
    """
    for placed in program.unit.unit.records:
        macro = placed.record.macro
        if placed.file != program.path or not placed.start <= offset <= placed.end:
            continue
        if placed.record.kind != "define" or macro is None or name not in (macro.parameters or ()):
            continue
        return tuple(
            Place(placed.file, placed.offset + first, placed.offset + last)
            for each, first, last in placed.record.directive.names()
            if each == name and placed.offset + first >= placed.offset + placed.record.name_end
        )
    return ()
