"""The conversions in the format of a `printf`, if it is a literal in the call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.analysis.queries.cursor import cursor_at
from opencl_ls.analysis.results import FormatInfo
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import formats
from opencl_ls.semantics.calls.wording import type_text
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.analysis.queries.cursor import Cursor
    from opencl_ls.analysis.unit import AnalysedUnit
    from opencl_ls.semantics.model import ItemModel


def format_at(unit: AnalysedUnit, offset: int) -> FormatInfo | None:
    """Return which conversion of a `printf` the byte at an offset belongs to, or None.

    Literals from a macro, and conversions with escapes in them, are skipped.
    """
    cursor = cursor_at(unit, offset)
    literal = None if cursor is None else cursor.innermost
    call = None if cursor is None else _call_with_format(cursor)
    if cursor is None or call is None or not isinstance(literal, r.StringLiteral):
        return None
    model = cursor.item.analysed.model
    start = offset - (cursor.offset - literal.start)
    written = model.item.text[literal.start : literal.end]
    if not unit.unit.source.startswith(written, start):
        return None
    meant = formats.characters(literal.texts)
    if meant is None:
        return None
    places = _places(written, literal.texts)
    raw = "".join(written[place] for place in places)
    if "$" in raw or _texts(raw) != _texts(meant):
        return None
    for one in formats.specifiers(raw):
        covered = places[one.start : one.start + len(one.text)]
        if start + covered[0] <= offset <= start + covered[-1]:
            # A conversion across two literals has a gap.
            is_whole = covered[-1] - covered[0] == len(covered) - 1
            return _info(model, call, raw, one, start + covered[0]) if is_whole else None
    return None


def _call_with_format(cursor: Cursor) -> r.Call | None:
    """Return the call of `printf` with the innermost record as format."""
    calls = [each for each in cursor.records if isinstance(each, r.Call)]
    if not calls or builtin_name(cursor.item.analysed.model, calls[-1]) != "printf":
        return None
    first: r.Expression | None = next(iter(calls[-1].arguments), None)
    while isinstance(first, r.Parenthesized):
        first = first.inner
    return calls[-1] if first is cursor.innermost else None


def _places(written: str, literals: Sequence[str]) -> list[int]:
    """Return the places of the characters of adjacent literals in their text, without quotes.

    There are none if error recovery changed a literal.
    """
    found: list[int] = []
    position = 0
    for literal in literals:
        position = written.find(literal, position)
        if position < 0:
            return []
        inner = position + literal.index('"') + 1
        position += len(literal)
        found += range(inner, position - 1)
    return found


def _texts(text: str) -> list[str]:
    return [one.text for one in formats.specifiers(text)]


def _info(
    model: ItemModel, call: r.Call, text: str, one: formats.Specifier, start: int
) -> FormatInfo:
    index = next((index for each, index in formats.placed(text) if each.start == one.start), 0)
    argument = call.arguments[index] if 0 < index < len(call.arguments) else None
    kind = None if argument is None else model.types.get(argument)
    return FormatInfo(
        start=start,
        text=one.text,
        flags=one.flags,
        width=one.width,
        precision=one.precision,
        vector=one.vector,
        conversion=one.conversion,
        takes=formats.taken(one),
        faults=tuple(formats.faults(one)),
        argument=index,
        argument_text="" if argument is None else model.item.text[argument.start : argument.end],
        argument_type=type_text(value_of(kind or t.UNKNOWN_QUALIFIED)),
    )
