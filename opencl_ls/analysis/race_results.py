"""What the race analysis of a kernel says, as plain values.

Texts are byte texts.  Elements and guards are expressions over ids, as "tile[get_local_id(0) + 1]".
"""

from __future__ import annotations

from msgspec import Struct

from opencl_ls.findings import Place  # noqa: TC001 - msgspec may read the fields' types

Sizes = tuple[int, int, int]
"""Counts or ids in the three dimensions."""


class SharedAccess(Struct, frozen=True):
    """An access to memory that work-items share.

    `action` is a verb: "reads", "writes", "changes".  `name` is the object, `space` where it lies,
    `element` the part of it, and `guard` the condition on the way, "" for none.
    """

    place: Place
    action: str
    name: str
    space: str
    element: str
    guard: str


class WorkItem(Struct, frozen=True):
    """A work-item by its ids in the three dimensions."""

    local_id: Sizes
    group_id: Sizes


class RaceWitness(Struct, frozen=True):
    """A launch and two of its work-items that touch `element`, as "tile[31]".

    `values` are values from outside in this launch, by what they are of: ("n", 5).
    """

    local_size: Sizes
    num_groups: Sizes
    first: WorkItem
    second: WorkItem
    element: str
    values: tuple[tuple[str, int], ...]


class WitnessedRace(Struct, frozen=True):
    """A race: the places of both accesses, the object, and the witness, in a sentence as well.

    `lacks` is what would order the two: "barrier", "fence" for other flags of the barrier between,
    "wait" for an asynchronous copy, "" for work-items of different groups.  `needs` are the values
    from outside without which there is no race.
    """

    first: Place
    second: Place
    name: str
    space: str
    lacks: str
    words: str
    needs: tuple[str, ...]
    witness: RaceWitness


class UndecidedPlace(Struct, frozen=True):
    """A place that the analysis does not follow, and why."""

    place: Place
    reason: str


class KernelInterval(Struct, frozen=True):
    """The accesses between a barrier, or the start for None, and those that can come next.

    Of `ends` None is the end of the kernel.
    """

    start: Place | None
    ends: tuple[Place | None, ...]
    accesses: tuple[SharedAccess, ...]
    races: tuple[WitnessedRace, ...]
    undecided: tuple[UndecidedPlace, ...]


class KernelRaces(Struct, frozen=True):
    """The intervals of a kernel, and what is known about each.

    `place` is the kernel's name.  `group_size` are words: "16 x 16 work-items".  `between_groups`
    are the races of work-items of different groups, and `undecided_between` what is not decided
    about them.
    """

    name: str
    place: Place
    group_size: str
    intervals: tuple[KernelInterval, ...]
    between_groups: tuple[WitnessedRace, ...]
    undecided_between: tuple[UndecidedPlace, ...]

    @property
    def races(self) -> tuple[WitnessedRace, ...]:
        """All races, those within intervals first."""
        inside = [race for interval in self.intervals for race in interval.races]
        return (*inside, *self.between_groups)

    @property
    def undecided(self) -> tuple[UndecidedPlace, ...]:
        """All that is not decided, what is within intervals first."""
        inside = [place for interval in self.intervals for place in interval.undecided]
        return (*inside, *self.undecided_between)


class Separation(Struct, frozen=True):
    """What a barrier separates in a kernel.

    `before` and `after` are the accesses of the intervals that it ends and begins.  `needed_for`
    are the objects of which work-items touch one element on both sides, one of them to write.
    `is_decided`: everything was followed, so that it is needed for nothing else.
    """

    place: Place
    kernel: str
    before: tuple[SharedAccess, ...]
    after: tuple[SharedAccess, ...]
    needed_for: tuple[str, ...]
    is_decided: bool
