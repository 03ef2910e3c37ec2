"""What is known at a place of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.semantics import types as t
from opencl_ls.semantics.memory.interleaving import conditions
from opencl_ls.semantics.memory.interleaving.accesses import Access, Pointer, Position, Round
from opencl_ls.semantics.memory.interleaving.summaries import escaping
from opencl_ls.semantics.memory.interleaving.terms import Term, both, either
from opencl_ls.semantics.memory.interleaving.values import (
    NARROWEST,
    Copies,
    Value,
    Variables,
    is_same,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from opencl_ls.semantics.memory.interleaving.terms import Facts
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol
    from opencl_ls.syntax import records as r


class State(Struct, frozen=True, eq=False):
    """What is known at a place of a run in the item `model`.

    `path` are the facts that led there; it is not `sure` where data decided on the way.  `copies`
    are those that the group has not waited for, `waited` those that it waited for in this interval.
    """

    model: ItemModel
    variables: Variables
    path: Facts = ()
    sure: bool = True
    calls: tuple[Position, ...] = ()
    rounds: tuple[Round, ...] = ()
    copies: frozenset[Access] = frozenset()
    waited: frozenset[Access] = frozenset()

    def assigned(self, symbol: Symbol, value: Value) -> State:
        """Return the state after a variable has got a value."""
        if symbol in escaping(self.model) or wraps_early(symbol.type.type, value):
            value = None
        return replace(self, variables={**self.variables, symbol: value})

    def forgotten(self, symbols: Collection[Symbol | r.Expression]) -> State:
        """Return a state in which variables, and those that pointers lead to, are not known."""
        if not symbols:
            return self
        targets = [
            each.symbol
            for each in self.variables.values()
            if isinstance(each, Pointer) and each.space == t.PRIVATE
        ]
        forgotten = dict.fromkeys((*symbols, *targets))
        return replace(self, variables={**self.variables, **forgotten})

    def with_copies(self, ends: Sequence[State]) -> State:
        """Return the state with the copies that are under way after several ways from here.

        One of the ways is taken: a loop that waits for copies is taken to have a round.
        """
        if all(each.copies is self.copies and each.waited is self.waited for each in ends):
            return self
        variables = dict(self.variables)
        for each in ends:
            for symbol, value in each.variables.items():
                if isinstance(value, Copies):
                    known = variables.get(symbol)
                    variables[symbol] = value.joined(known) if isinstance(known, Copies) else value
        copies = frozenset[Access]().union(*(each.copies for each in ends))
        # What one way has begun and waited for, another has not begun.
        waited = self.waited.union(*(each.waited for each in ends)) - copies
        return replace(self, variables=variables, copies=copies, waited=waited)

    def waited_for(self, done: frozenset[Access] | None) -> State:
        """Return the state after a group has waited for copies, for all of them if None."""
        done = self.copies if done is None else done & self.copies
        return replace(self, copies=self.copies - done, waited=self.waited | done)


def wraps_early(kind: t.Type, value: Value) -> bool:
    """Tell whether a value may not fit a narrow type that it is stored in."""
    is_narrow = isinstance(kind, t.ScalarType) and 1 < kind.bits < NARROWEST
    return is_narrow and isinstance(value, Term) and value.number is None and not value.is_data


def merged(before: State, ends: Sequence[State], name: str) -> State | None:
    """Return one state for the ends of several ways from one place, None if none gets anywhere.

    `name` is the text of the statement that has the ways.
    """
    if not ends:
        return None
    first = ends[0]
    if len(ends) == 1:
        return first
    length = len(before.path)
    variables: Variables = {}
    is_known = all(each.sure for each in ends)
    for symbol, value in first.variables.items():
        values = [each.variables.get(symbol) for each in ends]
        if all(is_same(value, other) for other in values):
            variables[symbol] = value
        elif is_known:
            ways = [(each.path[length:], other) for each, other in zip(ends, values, strict=True)]
            variables[symbol] = conditions.merged(symbol_name(symbol, name), ways)
        else:
            variables[symbol] = None
    for each in ends:
        for symbol in each.variables:
            variables.setdefault(symbol, None)
    joined = replace(
        first,
        variables=variables,
        path=before.path,
        sure=before.sure,
    )
    return joined.with_copies(ends)


def gathered(before: State, ends: Sequence[State], name: str, *, is_whole: bool) -> Sequence[State]:
    """Return the ends of ways from one place as few states; of all ways if `is_whole`."""
    if is_whole and not point_apart(ends):
        joined = merged(before, ends, name)
        return [] if joined is None else [joined]
    sure = [each for each in ends if each.sure]
    joined = None if point_apart(sure) else merged(before, sure, name)
    if joined is None:
        return ends
    facts = either(each.path[len(before.path) :] for each in sure)
    known = replace(joined, path=both(before.path, facts), sure=True)
    return [known, *(each for each in ends if not each.sure)]


def with_one_doubt(ends: Sequence[State], name: str) -> Sequence[State]:
    """Return the ends of ways, with one for all that are not sure: these have no accesses."""
    doubtful = [each for each in ends if not each.sure]
    if len(doubtful) < 2:
        return ends
    joined = merged(doubtful[0], doubtful, name)
    assert joined is not None
    return [*(each for each in ends if each.sure), joined]


def point_apart(ends: Sequence[State]) -> bool:
    """Return whether a pointer leads to different objects on several ways that are all known."""
    if len(ends) < 2 or not all(each.sure for each in ends):
        return False
    first, *others = ends
    for key, value in first.variables.items():
        values = [value, *(each.variables.get(key) for each in others)]
        objects = {each.symbol if isinstance(each, Pointer) else None for each in values}
        if len(objects) > 1 and all(isinstance(each, Pointer | Term) for each in values):
            return True
    return False


def symbol_name(key: Symbol | r.Expression, otherwise: str) -> str:
    """Return the name of a variable; of another value, the text that was given."""
    return getattr(key, "name", otherwise)
