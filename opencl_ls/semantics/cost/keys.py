"""What is counted: operations by type, calls, accesses and the bytes that they move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.semantics import types as t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics.memory.interleaving.accesses import Position

_OPERATIONS: Final = {
    "+ -": "add",
    "*": "multiply",
    "/ %": "divide",
    "< > <= >= == !=": "compare",
    "& | ^ ~ << >>": "bits",
    "! && ||": "logic",
}
"""The names of operations, by the operators that are one."""
_NAMES: Final = {each: name for row, name in _OPERATIONS.items() for each in row.split()}
_NARROW: Final = 32
"""The bits of an integer from which on it is a `long`."""


class Operation(NamedTuple):
    """An operation on numbers of a type: "half", "float", "double", "int", or "long" for 64 bits.

    `name` is "add", "multiply", "divide", "multiply-add", "compare", "bits" or "logic".
    """

    name: str
    type: str


class Called(NamedTuple):
    """A call of a built-in function with a result of a type, "" where that is no number."""

    name: str
    type: str


class Traffic(NamedTuple):
    """The bytes that are read from, or written to, an address space."""

    space: str
    is_write: bool


class Touched(NamedTuple):
    """An access of `size` bytes; of a barrier the space is "".

    Its record is the one that an `Access` of the race analysis has.
    """

    position: Position
    space: str
    size: int
    is_write: bool


BARRIER: Final = "barrier"
"""The key of barriers of the work-group."""


class Numbers(NamedTuple):
    """A type of numbers, as in `Operation`, and how many components are computed at once."""

    name: str
    width: int


def operation_name(operator: str) -> str:
    """Return what an operator does, "" for one that computes nothing."""
    return _NAMES.get(operator, "")


def scalar_of(kinds: Sequence[t.Qualified]) -> Numbers | None:
    """Return the type of an operation on operands of some types; None for pointers and others."""
    width, best = 1, ("", -1)
    for each in kinds:
        kind = each.type
        if isinstance(kind, t.VectorType):
            width, kind = max(width, kind.width), kind.element
        if isinstance(kind, t.EnumeratedType):
            kind = kind.integer
        if not isinstance(kind, t.ScalarType):
            return None
        # A floating type is wider than each integer type in the usual conversions.
        rank = kind.bits + (1000 if kind.floating else 0)
        if rank > best[1]:
            best = (_scalar_name(kind), rank)
    return Numbers(best[0], width)


def _scalar_name(kind: t.ScalarType) -> str:
    if kind.floating:
        return kind.name
    return "long" if kind.bits > _NARROW else "int"
