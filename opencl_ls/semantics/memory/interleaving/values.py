"""The values that variables and expressions have in a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics.memory.interleaving.accesses import Access, Pointer
from opencl_ls.semantics.memory.interleaving.terms import Term
from opencl_ls.semantics.types.symbols import Symbol
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.evaluation import Evaluator

NARROWEST: Final = 16
"""Values of narrower integer types, in bits, are not followed: they wrap around early."""


class Truth(Struct, frozen=True, eq=False):
    """The result of a condition, with the variables as they were when it was evaluated."""

    evaluator: Evaluator
    record: r.Expression
    variables: Variables


class Copies(Struct, frozen=True, eq=False):
    """An event or an array of them: the accesses of copies, by the offset of the event in bytes."""

    at: dict[int, frozenset[Access]]

    def joined(self, other: Copies, offset: int = 0) -> Copies:
        """Return these events, of which those from an offset on are others as well."""
        found = dict(self.at)
        for each, accesses in other.at.items():
            found[each + offset] = found.get(each + offset, frozenset()) | accesses
        return Copies(found)

    def between(self, start: int, end: int) -> frozenset[Access]:
        """Return the accesses for the events at offsets from `start` to before `end`."""
        rows = (accesses for each, accesses in self.at.items() if start <= each < end)
        return frozenset().union(*rows)


class Elements(Struct, frozen=True, eq=False):
    """The elements of a vector."""

    values: tuple[Value, ...]


Value = Term | Pointer | Truth | Copies | Elements | None
"""What is known about a value; None where it may be another in each work-item."""
Variables = dict[Symbol | r.Expression, Value]
"""The variables that were assigned; and the calls and conditional expressions of a statement, which
are evaluated before the statement itself."""


def is_same(one: Value, other: Value) -> bool:
    """Tell whether two values are known to be equal."""
    if one is other:
        return True
    if isinstance(one, Term) and isinstance(other, Term):
        return one.is_same(other)
    if isinstance(one, Pointer) and isinstance(other, Pointer):
        return one.symbol is other.symbol and one.offset.is_same(other.offset)
    if isinstance(one, Elements) and isinstance(other, Elements):
        return all(map(is_same, one.values, other.values))
    return False
