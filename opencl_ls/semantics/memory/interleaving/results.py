"""The result of the race analysis of one kernel, and what it may assume about a launch.

A kernel is run symbolically once for all of its work-items.  A barrier ends one interval and begins
the next; two accesses of one interval race if two different work-items can touch a common byte and
one of them writes.  A race has a witness, found by solving, or it is not reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.accesses import Access, NullAccess, Position
    from opencl_ls.semantics.memory.interleaving.decide import Witness
    from opencl_ls.semantics.memory.interleaving.launch import Launch
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Function


class Program(Protocol):
    """Where the bodies of a kernel's functions are found."""

    def model_of(self, name: str) -> ItemModel | None:
        """Return the item that defines the function `name`, None where the program has none."""
        ...


class Assumptions(Struct, frozen=True):
    """What is known about a launch from outside the kernel.

    `local_size` and `num_groups` count work-items and groups in each of the three dimensions; None
    where they are not known.
    """

    local_size: tuple[int, int, int] | None = None
    num_groups: tuple[int, int, int] | None = None


class Interval(Struct, frozen=True, eq=False):
    """What happens between two synchronisations of a group.

    `start` is the barrier at which it begins, None for the start of the kernel; `ends` are those at
    which it ends, with None for the end of the kernel.  `accesses` are those to memory that
    work-items share, `unshared` those to private and constant arrays at places that ids decide.
    """

    start: Position | None
    ends: tuple[Position | None, ...]
    accesses: tuple[Access, ...]
    unshared: tuple[Access, ...] = ()


class Race(Struct, frozen=True, eq=False):
    """Two accesses that two work-items make in any order, with the work-items that do so.

    `needs` are the values from outside that the witness asks for ("the argument 'n'"), none where
    each legal launch of `launch.sizes` has such work-items.  `other_group` says that the two are in
    different groups.  `interval` is the number, from 0 on, of the interval of both; None for
    `other_group`.  `loop` is the loop of which the two are in different rounds, None where there is
    none.
    """

    first: Access
    second: Access
    witness: Witness
    launch: Launch
    other_group: bool
    needs: tuple[str, ...]
    interval: int | None
    loop: Position | None = None


class Undecided(Struct, frozen=True, eq=False):
    """A place that the analysis does not follow, and why, in words for a user.

    `interval` is the number of the interval, None for a pair of accesses in different groups.
    """

    position: Position
    reason: str
    interval: int | None = None


class KernelAnalysis(Struct, frozen=True, eq=False):
    """All that is known about the accesses of one kernel.

    `undecided` is empty only if every access was followed and every pair decided.  `asked` are the
    items that the result depends on, the kernel's own first, and `missing` the names of the called
    functions that the program does not define.  `nulls` are accesses
    through null pointers that each launch makes.
    """

    kernel: Function
    launch: Launch
    intervals: tuple[Interval, ...]
    races: tuple[Race, ...]
    undecided: tuple[Undecided, ...]
    asked: tuple[ItemModel, ...]
    missing: frozenset[str]
    nulls: tuple[NullAccess, ...] = ()
