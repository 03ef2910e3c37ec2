"""Accesses to memory that work-items share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from opencl_ls.semantics import types as t

if TYPE_CHECKING:
    from opencl_ls.semantics.memory import fences
    from opencl_ls.semantics.memory.interleaving.terms import Facts, Term
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol
    from opencl_ls.syntax import records as r

IMAGE: Final = "image"
"""The space of the pixels of images, beside `types.LOCAL` and `types.GLOBAL`."""

SHARED_SPACES: Final = (t.LOCAL, t.GLOBAL, IMAGE)
"""The spaces of what work-items share."""


class Position(NamedTuple):
    """A record with the item that it is part of, which is that of a called function at times."""

    model: ItemModel
    record: r.Record


class Round(NamedTuple):
    """The round of a loop that is run round by round, counted from 0."""

    loop: Position
    number: int


class Pointer(Struct, frozen=True, eq=False):
    """The address of a byte of the object `symbol`, in memory of the space `space`."""

    symbol: Symbol
    space: str
    offset: Term


class Access(Struct, eq=False):
    """A read or write of `size` bytes from `offset` on, by each work-item that fulfils `path`.

    `record` is part of `model`; `calls` are the calls that lead there from the kernel, outermost
    first, and `rounds` the rounds of the loops around it.  `value` is the term that a write stores,
    None where it is not known; `changes` says that it is made of what was there.  `fence` is a
    barrier since then that does not order this memory.  Of an image, `offset` is the first
    coordinate and `coordinates` are the others.

    An access `by_group` is made by no work-item: the whole group copies, until it waits for that.
    `waited` are those that had been waited for before this access.
    """

    model: ItemModel
    record: r.Expression
    symbol: Symbol
    space: str
    offset: Term
    size: int
    path: Facts
    is_write: bool
    is_atomic: bool = False
    value: Term | None = None
    changes: bool = False
    fence: fences.Barrier | None = None
    coordinates: tuple[Term, ...] = ()
    calls: tuple[Position, ...] = ()
    rounds: tuple[Round, ...] = ()
    by_group: bool = False
    waited: frozenset[Access] = frozenset()


class NullAccess(NamedTuple):
    """An access through `pointer`, which is null where `path` holds, after `calls`."""

    model: ItemModel
    record: r.Expression
    pointer: r.Expression
    path: Facts
    calls: tuple[Position, ...]


class Unplaced(NamedTuple):
    """An access that is not followed, for a reason; of any object where `symbol` is None."""

    position: Position
    symbol: Symbol | None
    space: str
    is_write: bool
    reason: str
