"""An item up to a place in it, completed: the meaning of half-written text.

An editor asks about texts that are being written: `clamp(x, ` at the end of an open function.  The
item's text up to the place, with a placeholder name at the place and with the closing brackets, can
be analysed as any other; the text after the place is left out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.analysis.items import Slice, SourceItem
from opencl_ls.analysis.queries.brackets import nesting_of
from opencl_ls.analysis.queries.program import STAND_IN, records_at
from opencl_ls.findings import Place
from opencl_ls.semantics.names.bind import bind
from opencl_ls.syntax.lower import lower
from opencl_ls.text import NAME

if TYPE_CHECKING:
    from opencl_ls.analysis.environment import UnitEnvironment
    from opencl_ls.analysis.queries.brackets import Nesting
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.analysis.unit import UnitItem
    from opencl_ls.preprocess import Segment
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target
    from opencl_ls.syntax import records as r

_FRAME: Final = f"void {STAND_IN}_body(void) {{ "
_DEFINE: Final = re.compile(
    rf"[ \t]*(?:#|%:)[ \t]*define[ \t]+{NAME}(?:\((?:[^()\\]|\\\r?\n)*\)|[ \t]|\\\r?\n)", re.ASCII
)
_IN_MACRO: Final = re.compile(r"\\\r?\n|##?")
_LONGEST_MACRO: Final = 20_000
_LONGEST: Final = 400_000
"""The largest length, in bytes, of an item up to the place; only tables are longer."""


class Prefix(Struct, frozen=True):
    """The expanded text of an item up to a byte of the main file.

    From the byte `raw` on, its text is that of the main file from the byte `raw_start` on: the
    place is in the arguments of a macro, or in excluded code.  `item` is the number of the item
    that the place belongs to, or of the one before which a new one begins there.
    """

    text: str
    source: SourceItem
    first_piece: int
    raw: int
    raw_start: int
    item: int


class Draft(Struct, frozen=True):
    """A prefix, completed and bound.  The placeholder, or the end of the prefix, is at `at`.

    `records` are those around the placeholder, or around the last byte of the prefix, the outermost
    first.
    """

    program: Program
    prefix: Prefix
    nesting: Nesting
    model: ItemModel
    at: int
    records: tuple[r.Record, ...]
    environment: UnitEnvironment
    target: Target

    def place(self, start: int, end: int) -> Place:
        """Return the place in a file of a range of the completed text."""
        prefix, original = self.prefix, self.nesting.original
        start, end = original(start), original(end)
        if start >= prefix.raw:
            moved = prefix.raw_start - prefix.raw
            return Place(self.program.path, start + moved, max(start, end) + moved)
        end = max(start, min(end, prefix.raw))
        return self.program.unit.places.place(prefix.source, prefix.first_piece, start, end)


def draft_at(
    program: Program, offset: int, name: str = STAND_IN, *, before_literal: bool = False
) -> Draft | None:
    """Return the item up to a byte of the main file, completed.

    None inside of directives, comments and literals; `before_literal` asks for the item up to the
    literal that the byte is in.  Without a `name` there is no placeholder, only the closing
    brackets.
    """
    prefix = prefix_at(program, offset)
    return None if prefix is None else _draft_of(program, prefix, name, before_literal)


def draft_in_macro(program: Program, offset: int) -> Draft | None:
    """Return the body of a `#define` up to a byte of the main file, parsed as that of a function.

    The meaning of the macro's parameters is unknown.  None in other directives and elsewhere.
    """
    unit = program.unit.unit
    number = _chunk_at(program, offset)
    if number is None or not unit.chunks[number].is_directive:
        return None
    base = unit.offsets[number]
    head = _DEFINE.match(program.text, base, offset)
    if head is None or offset - base > _LONGEST_MACRO:
        return None
    # Line continuations and the operators of macros become blanks: all bytes keep their places.
    body = _IN_MACRO.sub(lambda match: " " * len(match[0]), program.text[head.end() : offset])
    piece = max(0, unit.piece_counts[number] - 1)
    items = program.unit.items
    item = bisect_right(items, (piece, 0), key=_start_of)
    source = SourceItem(_FRAME, [Slice(0, 0, 0)])
    prefix = Prefix(_FRAME + body, source, piece, len(_FRAME), head.end(), item)
    return _draft_of(program, prefix, STAND_IN, before_literal=True)


def _draft_of(program: Program, prefix: Prefix, name: str, before_literal: bool) -> Draft | None:
    nesting = nesting_of(prefix.text)
    if nesting.inside == "literal" and before_literal:
        prefix = replace(prefix, text=prefix.text[: nesting.last_start])
        nesting = nesting_of(prefix.text)
    if nesting.inside:
        return None
    separator = " " if name and prefix.text[-1:].isalnum() else ""
    following = " = 0" if name and is_designator(nesting) else ""
    text = nesting.completed(prefix.text, separator + name + following)
    environment = program.environment(prefix.item)
    target = _target(program, prefix)
    item = lower(text, environment.is_type)
    model = bind(item, environment, target, broken=True)
    at = nesting.shifted(len(prefix.text)) + len(separator)
    inside = at if name else max(0, at - 1)
    records = tuple(records_at(item, inside))
    return Draft(program, prefix, nesting, model, at, records, environment, target)


def is_designator(nesting: Nesting) -> bool:
    """Tell whether a text ends in the `.` of a designator, after which a member is named."""
    return nesting.last == "." and nesting.top.role == "list" and nesting.top.designates


def _target(program: Program, prefix: Prefix) -> Target:
    items = program.unit.items
    if prefix.item < len(items):
        return items[prefix.item].analysed.target
    return items[-1].analysed.target if items else program.target


def is_directive_at(program: Program, offset: int) -> bool:
    """Tell whether a byte of the main file is in a directive, its end of the line included."""
    found = _chunk_at(program, offset)
    return found is not None and program.unit.unit.chunks[found].is_directive


def _chunk_at(program: Program, offset: int) -> int | None:
    """Return the number of the chunk that holds a byte, or that ends there in an open line."""
    unit = program.unit.unit
    if not unit.chunks:
        return None
    number = min(unit.offsets.last_up_to(offset), len(unit.chunks) - 1)
    start = unit.offsets[number]
    if offset == start and number > 0 and not unit.chunks[number - 1].text.endswith("\n"):
        return number - 1
    if unit.chunks[number].is_directive and offset == start:
        return number - 1 if number > 0 and not unit.chunks[number - 1].is_directive else None
    ended = offset >= start + len(unit.chunks[number].text)
    if unit.chunks[number].is_directive and ended and unit.chunks[number].text.endswith("\n"):
        return None
    return number


def prefix_at(program: Program, offset: int) -> Prefix | None:
    """Return the item's text up to a byte of the main file; None in a directive.

    A byte before or after the file counts as its start or end.
    """
    unit = program.unit.unit
    offset = max(0, min(offset, len(unit.source)))
    number = _chunk_at(program, offset)
    if number is None:
        # At the start of the file, or right before or after a directive.
        piece = unit.piece_counts[min(unit.offsets.last_up_to(offset), len(unit.chunks))] - 1
        return _prefix(program, piece, None, offset, offset)
    if unit.chunks[number].is_directive:
        return None
    first, last = unit.piece_counts[number], unit.piece_counts[number + 1]
    base = unit.offsets[number]
    if first == last:
        # Excluded by a conditional, or in the arguments of a macro that begin above.
        return _prefix(program, first - 1, None, base, offset)
    local = offset - base
    at, piece, raw = 0, first, offset
    for index in range(first, last):
        segment = _segment(unit.pieces[index].expansion.segments, local)
        if segment is None:
            continue
        piece = index
        if segment.macro is None:
            at = min(segment.end, segment.start + local - segment.source_start)
        elif segment.source_start < local < segment.source_end:
            at, raw = segment.start, base + segment.source_start
        else:
            at = segment.end if local >= segment.source_end else segment.start
    return _prefix(program, piece, at, raw, offset)


def _segment(segments: tuple[Segment, ...], local: int) -> Segment | None:
    best: Segment | None = None
    for segment in segments:
        if segment.source_start > local or (segment.source_start == local and best is not None):
            break
        best = segment
    return best


def _prefix(
    program: Program, last: int, end: int | None, raw_start: int, offset: int
) -> Prefix | None:
    """Return the text up to the byte `end` of the piece `last`, or to its end, and raw text."""
    unit, items = program.unit.unit, program.unit.items
    if last >= 0 and end is None:
        end = len(unit.pieces[last].text)
    place = (last, -1 if end is None else end)
    number = bisect_right(items, place, key=_start_of) - 1
    if number >= 0 and items[number].first_piece >= 0:
        first, start = _start_of(items[number])
    else:
        first, start = max(0, last), 0
    raw = program.text[raw_start:offset]
    source = _joined(program, first, start, last, end or 0)
    if len(source.text) + len(raw) > _LONGEST:
        return None
    if number >= 0 and _is_complete(source.text):
        # Another item begins here.
        first, start, number = max(0, last), end or 0, number + 1
        source = _joined(program, first, start, last, end or 0)
    length = len(source.text)
    return Prefix(source.text + raw, source, first, length, raw_start, max(0, number))


def _start_of(item: UnitItem) -> tuple[int, int]:
    slices = item.source.slices
    return (item.first_piece + slices[0].piece, slices[0].piece_start) if slices else (-1, 0)


def _is_complete(text: str) -> bool:
    nesting = nesting_of(text)
    if len(nesting.open) > 1 or nesting.inside or nesting.last not in (";", "}", ""):
        return False
    if nesting.last == "}" and nesting.closed_role != "body":
        # The members of a struct are followed by a declarator, or the `;` is missing.
        return "\n" in text[nesting.last_end :] and not text.lstrip().startswith("typedef")
    return True


def _joined(program: Program, first: int, start: int, last: int, end: int) -> SourceItem:
    """Return the text from a byte of one piece to a byte of another, with its source."""
    slices: list[Slice] = []
    parts: list[str] = []
    length = 0
    for number in range(first, last + 1):
        whole = program.unit.unit.pieces[number].text
        begin = start if number == first else 0
        text = whole[begin:end] if number == last else whole[begin:]
        if not text:
            continue
        slices.append(Slice(length, number - first, begin))
        if number != last and not text.endswith("\n"):
            text += "\n"
        parts.append(text)
        length += len(text)
    return SourceItem("".join(parts), slices or [Slice(0, 0, start)])
