"""Whether two different work-items touch a common byte, and a witness."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.memory.interleaving.accesses import IMAGE
from opencl_ls.semantics.memory.interleaving.lanes import is_same_element_by_element
from opencl_ls.semantics.memory.interleaving.quick_tests import alike_where_they_meet
from opencl_ls.semantics.memory.interleaving.terms import (
    GROUP,
    ITEM,
    ROUND,
    THIS,
    AnyOf,
    Constraint,
    Facts,
    Term,
    Unknown,
    least,
    most,
    of,
    terms_in,
    unknowns_in,
    with_unknown,
)
from opencl_ls.semantics.presburger.omega import Search, TooHardError
from opencl_ls.semantics.types.symbols import Variable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from opencl_ls.semantics.memory.interleaving.accesses import Access
    from opencl_ls.semantics.memory.interleaving.launch import Launch
    from opencl_ls.semantics.presburger.omega import Row, Solution

_LIMIT: Final = 150
"""The systems of constraints that are looked at for one way of one pair."""
_MOST_SYSTEMS: Final = 4000
"""The systems that are looked at for one kernel."""
_MOST_SPLITS: Final = 40
"""The alternatives that are tried for one way of one pair."""


class Witness(Struct, frozen=True):
    """The values of the unknowns, for the first and the second work-item."""

    first: dict[Unknown, int]
    second: dict[Unknown, int]

    def value(self, term: Term, *, second: bool = False) -> int:
        """Return the value of a term at one of the two."""
        side = self.second if second else self.first
        return term.constant + sum(side.get(u, 0) * f for u, f in term.factors.items())


def witness(
    launch: Launch,
    first: Access,
    second: Access,
    *,
    other_group: bool,
    budget: Budget | None = None,
) -> Witness | None:
    """Return two work-items that touch a common byte, None where there are none.

    Raises `TooHardError` where that is not decided within the budget, which is left smaller.
    """
    budget = budget or Budget()
    own = (ITEM, ROUND, GROUP) if other_group else (ITEM, ROUND)
    alike = alike_where_they_meet(launch, first, second, own)
    if alike is None:
        return None
    ids = _differing(launch, first, second, budget, other_group=other_group)
    if ids is not None and alike.issuperset(ids):
        return None
    if budget.is_spent:
        raise TooHardError
    ways = [[]] if ids is None else _apart(ids, first, second)
    return _solution(ways, first, second, budget, own)


def is_within_block(launch: Launch, first: Access, second: Access, items: int) -> bool:
    """Return whether all work-items that touch a common byte are in one block of a group.

    The blocks are of `items` work-items each, in the order of their linear ids: those that run in
    lock step on some devices.  What is too hard to decide is not within a block.
    """
    linear, width = Term({}), 1
    for each, size in enumerate(launch.sizes):
        linear = linear.plus(launch.local_id(each), width)
        width *= size
    block = of(Unknown("block", ITEM))
    rest = linear.plus(block, -items)
    next(iter(block.factors)).facts = (least(rest), most(rest, items - 1))
    ways = ([way] for way in _different(block, block))
    try:
        return _solution(ways, first, second, Budget(), (ITEM, ROUND)) is None
    except TooHardError:
        return False


def _solution(
    ways: Iterable[list[_Pair]],
    first: Access,
    second: Access,
    budget: Budget,
    own: tuple[str, ...],
) -> Witness | None:
    """Return two work-items that are apart in one of several ways, None where there are none.

    They differ in the unknowns of the scopes `own`.
    """
    for apart in ways:
        for different in _values_differ(first, second, own):
            question = _Question(budget, first, second, own)
            for pair in (*apart, *different):
                question.add(pair)
            found = question.answer()
            if found is not None:
                return found
    return None


class Budget:
    """How much may be spent on the questions of one kernel, with what several of them need."""

    def __init__(self, systems: int = _MOST_SYSTEMS) -> None:
        self._left = systems
        self._named: dict[Access, frozenset[Unknown]] = {}

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self._left <= 0

    def named(self, access: Access) -> frozenset[Unknown]:
        """Return all unknowns that decide about an access."""
        known = self._named.get(access)
        if known is None:
            known = self._named[access] = frozenset(unknowns_in(_terms(access)))
        return known

    def solve(self, width: int, equalities: list[Row], inequalities: list[Row]) -> Solution | None:
        """Return a solution, None where there is none; raise `TooHardError` for too much."""
        search = Search(min(_LIMIT, self._left))
        before = search.left
        try:
            return search.solve(width, equalities, inequalities)
        finally:
            self._left -= before - max(search.left, 0)


class _Pair(NamedTuple):
    """The sum of a term at the first and one at the second is at least 0, or 0 if `equal`."""

    first: Term
    second: Term
    equal: bool = False


def _differing(
    launch: Launch, first: Access, second: Access, budget: Budget, *, other_group: bool
) -> list[Unknown] | None:
    """Return the ids by which two work-items are different, None for one that is none."""
    if not other_group and (first.by_group or second.by_group):
        # A copy by the group is made by no work-item.
        return None
    ids = launch.own_groups if other_group else launch.locals
    if len(ids) < 2:
        return ids
    named = budget.named(first) | budget.named(second)
    is_data = any(each.is_opaque and each.scope == ITEM and each.made_of is None for each in named)
    if other_group or not (is_data or launch.is_certain):
        # In dimensions that neither names, where others do, a kernel has one work-item or group.
        ids = [each for each in ids if each in named] or ids
    return ids


def _apart(ids: Sequence[Unknown], first: Access, second: Access) -> Iterator[list[_Pair]]:
    """Yield the ways in which two work-items have different ids."""
    equal: list[_Pair] = []
    for unknown in ids:
        term = of(unknown)
        yield [*equal, _Pair(term.times(-1).shifted(-1), term)]
        if first is not second:
            yield [*equal, _Pair(term.shifted(-1), term.times(-1))]
        equal.append(_Pair(term, term.times(-1), equal=True))


def _terms(access: Access) -> Iterator[Term]:
    """Yield all that is said of an access."""
    yield access.offset
    yield from access.coordinates
    yield from terms_in(access.path)
    if access.value is not None:
        yield access.value
        for each in access.value.factors:
            yield from each.made_of or ()


def _values_differ(first: Access, second: Access, own: tuple[str, ...]) -> Iterator[list[_Pair]]:
    """Yield the ways in which two writes store different values; one empty way for a read."""
    if not (first.is_write and second.is_write) or first.changes or second.changes:
        yield []
        return
    if first.by_group or second.by_group:
        yield []
        return
    one, other = first.value, second.value
    if one is None or other is None:
        # Of a value that is not known, no work-item is known to have one of its own.
        if any(each is not None and each.scope == ITEM for each in (one, other)):
            yield []
        return
    if is_same_element_by_element(first, second, own):
        return
    causes: Iterable[list[_Pair]] = ([],)
    if set(one.factors) == set(other.factors):
        # What is made of equal terms is equal: one element has one value.
        made = [each.made_of for each in one.factors if each.scope == ITEM]
        if made and None not in made:
            terms = chain.from_iterable(each or () for each in made)
            causes = [[way] for each in terms for way in _different(each, each)]
    for way in _different(one, other):
        for each in causes:
            yield [way, *each]


def _different(one: Term, other: Term) -> list[_Pair]:
    """Return the two ways in which a term at the first and one at the second differ."""
    return [
        _Pair(one.shifted(-1), other.times(-1)),
        _Pair(one.times(-1).shifted(-1), other),
    ]


class _Question:
    """A system of constraints on two work-items."""

    def __init__(self, budget: Budget, first: Access, second: Access, own: tuple[str, ...]) -> None:
        self._budget = budget
        self._own = own
        self._columns: dict[tuple[Unknown, int], int] = {}
        self._rows: list[tuple[dict[int, int], int, bool]] = []
        self._choices: list[tuple[AnyOf, int]] = []
        self._splits = _MOST_SPLITS
        # They meet where each begins before the other ends.
        one, other = first.offset, second.offset
        self.add(_Pair(one, other.times(-1).shifted(first.size - 1)))
        self.add(_Pair(one.times(-1).shifted(second.size - 1), other))
        for left, right in zip(first.coordinates, second.coordinates, strict=False):
            self.add(_Pair(left, right.times(-1), equal=True))
        for side, access in enumerate((first, second)):
            self._hold(access.path, side)
            self._hold(_within(access), side)
            self._hold_of([] if access.value is None else [access.value], side)

    def add(self, pair: _Pair) -> None:
        """Demand what two terms say together."""
        self._row([(pair.first, 0), (pair.second, 1)], equal=pair.equal)
        self._hold_of([pair.first], 0)
        self._hold_of([pair.second], 1)

    def _column(self, unknown: Unknown, side: int) -> int:
        key = unknown, side if unknown.scope in self._own else 0
        known = self._columns.get(key)
        if known is None:
            known = self._columns[key] = len(self._columns)
            self._hold(unknown.bounds, side, unknown)
            if unknown.is_length:
                self._row([(of(unknown), side)], equal=True, constant=-unknown.usual)
            if unknown.product is not None:
                rest, size = unknown.product
                self._column(size, side)
                self._row([(of(unknown), side), (of(rest).times(-size.usual), side)], equal=True)
        return known

    def _row(
        self,
        parts: Sequence[tuple[Term, int]],
        *,
        equal: bool,
        constant: int = 0,
        this: Unknown = THIS,
    ) -> None:
        row: dict[int, int] = {}
        for term, side in parts:
            constant += term.constant
            for unknown, factor in term.factors.items():
                at = self._column(this if unknown is THIS else unknown, side)
                row[at] = row.get(at, 0) + factor
        self._rows.append((row, constant, equal))

    def _hold_of(self, terms: Sequence[Term], side: int) -> None:
        for term in terms:
            for unknown in term.factors:
                self._column(unknown, side)

    def _hold(self, facts: Facts, side: int, this: Unknown = THIS) -> None:
        """Demand facts of one of the two; those with `THIS` are about an unknown."""
        for each in facts:
            if isinstance(each, Constraint):
                self._row([(each.term, side)], equal=each.equal, this=this)
            elif this is THIS:
                self._choices.append((each, side))
            else:
                self._hold(with_unknown((each,), THIS, this), side)

    def answer(self) -> Witness | None:
        """Return values for all unknowns, None where there are none."""
        width = len(self._columns)
        equalities: list[Row] = []
        inequalities: list[Row] = []
        for row, constant, equal in self._rows:
            made = [0] * width
            for at, factor in row.items():
                made[at] = factor
            (equalities if equal else inequalities).append((*made, constant))
        found = self._budget.solve(width, equalities, inequalities)
        if found is None:
            return None
        halves: tuple[dict[Unknown, int], dict[Unknown, int]] = ({}, {})
        for (unknown, side), at in self._columns.items():
            halves[side][unknown] = found[at]
            if unknown.scope not in self._own:
                halves[1][unknown] = found[at]
        for choice, side in self._choices:
            if not _holds((choice,), halves[side]):
                return self._split(choice, side)
        return Witness(*halves)

    def _split(self, choice: AnyOf, side: int) -> Witness | None:
        """Try one alternative after the other."""
        rows, choices, columns = self._rows, self._choices, self._columns
        rest = [each for each in choices if each != (choice, side)]
        for alternative in choice.alternatives:
            self._splits -= 1
            if self._splits < 0:
                raise TooHardError
            self._rows, self._choices, self._columns = list(rows), list(rest), dict(columns)
            self._hold(alternative, side)
            found = self.answer()
            if found is not None:
                return found
        return None


def _holds(facts: Facts, values: dict[Unknown, int]) -> bool:
    """Tell whether facts hold; of what has no value it is not known."""
    for each in facts:
        if isinstance(each, AnyOf):
            if not any(_holds(row, values) for row in each.alternatives):
                return False
            continue
        factors = each.term.factors.items()
        if not all(unknown in values for unknown, _ in factors):
            return False
        value = each.term.constant + sum(values[unknown] * factor for unknown, factor in factors)
        if value != 0 if each.equal else value < 0:
            return False
    return True


def _within(access: Access) -> Facts:
    """Say that an access is within its object, of which the end is known for some."""
    if access.space == IMAGE:
        return ()
    bounds = [Constraint(access.offset)]
    layout = layout_of(access.symbol.type) if isinstance(access.symbol, Variable) else None
    if layout is not None and isinstance(access.symbol.type.type, t.ArrayType):
        bounds.append(Constraint(access.offset.times(-1).shifted(layout[0] - access.size)))
    return tuple(bounds)
