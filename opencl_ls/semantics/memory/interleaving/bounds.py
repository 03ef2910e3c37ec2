"""Accesses that lie outside of their object for some work-item, with one for which they do."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.memory.interleaving.terms import (
    AnyOf,
    Constraint,
    Facts,
    Term,
    Unknown,
    of,
    same,
    terms_in,
    unknowns_in,
)
from opencl_ls.semantics.presburger.omega import TooHardError, solve
from opencl_ls.semantics.types.symbols import Variable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.semantics.memory.interleaving.accesses import Access
    from opencl_ls.semantics.memory.interleaving.launch import Launch

_LIMIT: Final = 200
"""The systems of constraints that are looked at for one access."""
_MOST_WAYS: Final = 8
"""The combinations of alternatives that are tried for one access."""


class Overrun(Struct, frozen=True, eq=False):
    """An access at `element` of an array of `size` elements, by the work-item with `local_ids`.

    Both are counted in elements of the size that the access has.
    """

    access: Access
    element: int
    size: int
    local_ids: tuple[int, ...]


def overrun(launch: Launch, access: Access) -> Overrun | None:
    """Return a work-item of the first group for which an access leaves its array, None for none.

    What depends on arguments, on data, or on other groups is left out.
    """
    size = _size(access)
    if size is None or access.by_group or access.offset.number is not None:
        return None
    terms = [access.offset, *terms_in(access.path)]
    if any(each.is_opaque or each.needs for each in unknowns_in(terms)):
        return None
    first_group = tuple(same(of(each), Term({})) for each in launch.groups)
    beyond = Constraint(access.offset.shifted(access.size - size - 1))
    before = Constraint(access.offset.times(-1).shifted(-1))
    for outside in (beyond, before):
        found = values_for((*access.path, *first_group, outside), access.offset)
        if found is not None:
            ids = tuple(_value(launch.local_id(each), found) for each in _dimensions(launch))
            element = _value(access.offset, found) // access.size
            return Overrun(access, element, size // access.size, ids)
    return None


def values_for(facts: Facts, *others: Term) -> dict[Unknown, int] | None:
    """Return values for which facts hold, with those of the unknowns in other terms.

    None where there are none, and where they are too hard to find.
    """
    found = (_solution(others, way) for way in _ways(facts))
    return next((each for each in found if each is not None), None)


def _size(access: Access) -> int | None:
    """Return the size of an array in bytes, None for other objects and where it is not known."""
    symbol = access.symbol
    if not isinstance(symbol, Variable) or not isinstance(symbol.type.type, t.ArrayType):
        return None
    layout = layout_of(symbol.type)
    return None if layout is None or layout[0] == 0 else layout[0]


def _dimensions(launch: Launch) -> range:
    return range(max(launch.dimensions, default=0) + 1)


def _value(term: Term, values: dict[Unknown, int]) -> int:
    return term.constant + sum(values.get(each, 0) * f for each, f in term.factors.items())


def _ways(facts: Facts) -> Iterator[list[Constraint]]:
    """Yield the combinations of the alternatives in some facts, of which one has to hold."""
    waiting: list[tuple[list[Constraint], Facts]] = [([], facts)]
    left = _MOST_WAYS
    while waiting and left:
        plain, rest = waiting.pop()
        choice = next((each for each in rest if isinstance(each, AnyOf)), None)
        if choice is None:
            left -= 1
            yield [*plain, *(each for each in rest if isinstance(each, Constraint))]
            continue
        others = tuple(each for each in rest if each is not choice)
        waiting += ((plain, (*row, *others)) for row in choice.alternatives)


def _solution(others: Sequence[Term], facts: list[Constraint]) -> dict[Unknown, int] | None:
    unknowns = unknowns_in(chain(others, (each.term for each in facts)))
    own = [fact for unknown in unknowns for fact in unknown.facts]
    if any(isinstance(each, AnyOf) for each in own):
        return None
    column = {unknown: at for at, unknown in enumerate(unknowns)}
    equalities: list[tuple[int, ...]] = []
    inequalities: list[tuple[int, ...]] = []
    for fact in (*facts, *own):
        assert isinstance(fact, Constraint)
        row = [0] * (len(unknowns) + 1)
        row[-1] = fact.term.constant
        for unknown, factor in fact.term.factors.items():
            row[column[unknown]] += factor
        (equalities if fact.equal else inequalities).append(tuple(row))
    try:
        found = solve(len(unknowns), equalities, inequalities, _LIMIT)
    except TooHardError:
        return None
    return None if found is None else {each: found[at] for each, at in column.items()}
