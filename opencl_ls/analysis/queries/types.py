"""The type of an expression, and the expected type at a place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.analysis.queries.describe import type_info
from opencl_ls.analysis.queries.draft import draft_at
from opencl_ls.analysis.queries.expected import expected_of
from opencl_ls.analysis.queries.program import records_at, word_around
from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.analysis.query_results import TypeInfo
    from opencl_ls.findings import Place
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target


def type_at(program: Program, offset: int) -> TypeInfo | None:
    """Return the type of the smallest expression around a byte of the main file.

    A word counts as a whole, its end included; in half-written text it is the part before the byte.
    The name of a function that is called is that function, a member or a component is its value.
    """
    if not 0 <= offset <= len(program.text):
        return None
    start, end = word_around(program.text, offset)
    return type_of(program, start, max(end, start + (start == end)))


def type_of(program: Program, start: int, end: int) -> TypeInfo | None:
    """Return the type of the smallest expression that holds the bytes from start to end."""
    found = _typed(program, start, end)
    if found is None:
        return None
    return type_info(found.type, found.target, is_lvalue=found.is_lvalue, place=found.place)


def qualified_at(program: Program, offset: int) -> t.Qualified | None:
    """Return the type that `type_at` describes."""
    if not 0 <= offset <= len(program.text):
        return None
    start, end = word_around(program.text, offset)
    found = _typed(program, start, max(end, start + (start == end)))
    return None if found is None else found.type


class _Typed(NamedTuple):
    """An expression, or the name in a declaration, with its type."""

    type: t.Qualified
    target: Target
    is_lvalue: bool
    place: Place


def _typed(program: Program, start: int, end: int) -> _Typed | None:
    if not 0 <= start < end <= len(program.text) or program.is_quoted(start):
        return None
    position, last = program.position(start), program.position(end - 1)
    if position is not None and last is not None and position.item == last.item:
        model = program.model(position.item)
        number = position.item

        def place(first: int, end: int) -> Place:
            return program.place(number, first, end)

        records = records_at(model.item, position.at)
        found = _smallest(model, program.target, records, last.at, place)
        if found is not None and not isinstance(found.type.type, t.UnknownType):
            return found
    draft = draft_at(program, end, "")
    if draft is None:
        return None
    first = draft.at - (end - start)
    records = [each for each in draft.records if each.start <= first]
    return _smallest(draft.model, draft.target, records, draft.at - 1, draft.place)


def _smallest(
    model: ItemModel,
    target: Target,
    records: Sequence[r.Record],
    last: int,
    place: Callable[[int, int], Place],
) -> _Typed | None:
    for record in reversed(records):
        if record.end <= last:
            continue
        declared = model.declared.get(record)
        if isinstance(record, r.InitDeclarator | r.Parameter) and declared is not None:
            word = declared.word
            if word.start <= last < word.end:
                return _Typed(declared.type, target, True, place(word.start, word.end))
        if not isinstance(record, r.Expression):
            continue
        kind = model.types.get(record, t.UNKNOWN_QUALIFIED)
        where = place(record.start, record.end)
        return _Typed(kind, target, record in model.lvalues, where)
    return None


def expected_type_at(program: Program, offset: int) -> TypeInfo | None:
    """Return the expected type of the expression that begins at a byte.

    Arguments (if all viable overloads agree), initialisers, right sides, returned
    values, conditions, indices, labels of a `switch` and operands have one; None elsewhere.
    """
    if not 0 <= offset <= len(program.text) or program.is_quoted(offset):
        return None
    draft = draft_at(program, word_around(program.text, offset)[0])
    if draft is None or not draft.records:
        return None
    found = expected_of(draft)
    return None if found is None else type_info(found, draft.target)
