"""The races of a kernel, each with a witness."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name, user_function
from opencl_ls.semantics.memory.interleaving.accesses import Access, Position
from opencl_ls.semantics.memory.interleaving.bounds import values_for
from opencl_ls.semantics.memory.interleaving.decide import Budget, witness
from opencl_ls.semantics.memory.interleaving.needs import needed
from opencl_ls.semantics.memory.interleaving.results import (
    Assumptions,
    KernelAnalysis,
    Race,
    Undecided,
)
from opencl_ls.semantics.memory.interleaving.run import Run
from opencl_ls.semantics.memory.interleaving.sizes import first_launch, halved, meant_launch
from opencl_ls.semantics.memory.interleaving.slices import sliced
from opencl_ls.semantics.memory.interleaving.summaries import Definition, Summaries, defined
from opencl_ls.semantics.memory.interleaving.terms import ANY, GROUP, ITEM, terms_in, unknowns_in
from opencl_ls.semantics.presburger.omega import TooHardError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from opencl_ls.semantics.memory.interleaving.accesses import NullAccess, Unplaced
    from opencl_ls.semantics.memory.interleaving.launch import Launch
    from opencl_ls.semantics.memory.interleaving.results import Program
    from opencl_ls.semantics.memory.interleaving.slices import Slice
    from opencl_ls.semantics.memory.interleaving.terms import Unknown
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Function, Symbol
    from opencl_ls.syntax import records as r

_FIRST_SYSTEMS: Final = 300
"""The systems of constraints that are looked at before it is known what the kernel stores."""
_MOST_ACROSS: Final = 60
"""The accesses that are compared across groups."""


def analyse(
    program: Program, kernel: Function, model: ItemModel, assumptions: Assumptions
) -> KernelAnalysis:
    """Return all races of a kernel with a body, which is defined by the item `model`."""
    assert kernel.definition is not None
    definition = Definition(model, kernel, kernel.definition.body)
    asked, missing = _reached(program, definition)
    first = first_launch(definition, asked, assumptions)
    summaries = Summaries(program)
    part = sliced(asked, summaries)
    launch, run = _meant_run(definition, summaries, part, first)
    budget = Budget() if part.whole else Budget(_FIRST_SYSTEMS)
    pairs = _Pairs(launch, run, budget, once=not part.whole)
    pairs.compare()
    compared: set[Symbol] = set()
    while not part.whole and not pairs.meeting <= compared:
        # What is stored decides whether they race.
        compared |= pairs.meeting
        part = sliced(asked, summaries, _writes(run, compared))
        before = launch
        launch, run = _meant_run(definition, summaries, part, first)
        # In the same launch, the other objects are known to have no race.
        only = compared if launch.is_like(before) else None
        pairs = _Pairs(launch, run, Budget(), only=only)
        pairs.compare()
    if pairs.races and (smaller := halved(launch)) is not None:
        # What is true of a guessed size alone is not meant: of a smaller one it is true as well.
        kept = _Pairs(smaller, _run(definition, summaries, part, smaller), Budget())
        kept.compare()
        pairs.keep_those_of(kept)
    undecided = (*run.undecided.values(), *pairs.undecided.values())
    return KernelAnalysis(
        kernel,
        launch,
        tuple(run.intervals),
        tuple(pairs.races.values()),
        undecided,
        asked,
        missing,
        tuple(filter(_is_certain, run.nulls)),
    )


def _run(kernel: Definition, summaries: Summaries, part: Slice, launch: Launch) -> Run:
    """Return a run in a launch."""
    run = Run(summaries, part, launch)
    run.run(kernel)
    return run


def _meant_run(
    kernel: Definition, summaries: Summaries, part: Slice, first: Launch
) -> tuple[Launch, Run]:
    """Return the launch that a run in a first one says is meant, and the run in it."""
    run = _run(kernel, summaries, part, first)
    meant = meant_launch(first, run.intervals, run.meant)
    return (first, run) if meant is first else (meant, _run(kernel, summaries, part, meant))


def _writes(run: Run, objects: Collection[Symbol]) -> list[r.Record]:
    """Return the records that write to some objects."""
    rows = (interval.accesses for interval in run.intervals)
    accesses = chain.from_iterable(rows)
    return [each.record for each in accesses if each.is_write and each.symbol in objects]


def _reached(program: Program, kernel: Definition) -> tuple[tuple[ItemModel, ...], frozenset[str]]:
    """Return the items of a kernel and of all functions that it calls, and names of others."""
    found: dict[ItemModel, None] = {kernel.model: None}
    missing: set[str] = set()
    waiting = [(kernel.model, kernel.function)]
    while waiting:
        model, function = waiting.pop()
        for site in model.calls:
            if site.caller is not function or builtin_name(model, site.call):
                continue
            callee = user_function(model, site.call)
            target = None if callee is None else defined(program, callee)
            if target is None:
                missing.add(site.callee)
            elif target.model not in found:
                found[target.model] = None
                waiting.append((target.model, target.function))
    return tuple(found), frozenset(missing)


class _Pairs:
    """The pairs of accesses of a run that are compared, and the races among them.

    `meeting` are the objects that two work-items may touch at one place.  If `once`, no more pairs
    of such an object are compared; pairs of other objects than `only` are not, if these are given.
    """

    def __init__(
        self,
        launch: Launch,
        run: Run,
        budget: Budget,
        *,
        once: bool = False,
        only: Collection[Symbol] | None = None,
    ) -> None:
        self._launch = launch
        self._run = run
        self._budget = budget
        self._once = once
        self._only = only
        self.meeting: set[Symbol] = set()
        self.races: dict[tuple[Symbol, int | None], Race] = {}
        self.undecided: dict[tuple[r.Record, int | None], Undecided] = {}

    def compare(self) -> None:
        """Compare the accesses of each interval, then those of all groups."""
        run = self._run
        for at, interval in enumerate(run.intervals):
            accesses = interval.accesses
            for number, first in enumerate(accesses):
                for second in accesses[number:]:
                    self._pair(first, second, at)
            self._leave_out(accesses, run.left_out[at], at)
        everywhere = (
            each for row in run.intervals for each in row.accesses if each.space != t.LOCAL
        )
        unique = list({(each.record, each.path): each for each in everywhere}.values())
        for number, first in enumerate(unique[:_MOST_ACROSS]):
            for second in unique[number:_MOST_ACROSS]:
                self._pair(first, second, None)
        if self._launch.for_groups:
            rows = chain.from_iterable(run.left_out)
            beyond = [each for each in rows if each.space != t.LOCAL]
            self._leave_out(unique, beyond, None)

    def _leave_out(
        self, accesses: Sequence[Access], rest: Sequence[Unplaced], interval: int | None
    ) -> None:
        """Note the accesses that were not followed, where another may meet them."""
        written: set[Symbol | None] = {each.symbol for each in accesses if each.is_write}
        written |= {each.symbol for each in rest if each.is_write}
        for each in rest:
            if each.is_write or each.symbol in written or (each.symbol is None and written):
                self._leave(each.position, each.reason, interval)

    def keep_those_of(self, other: _Pairs) -> None:
        """Keep the races of objects that race in another launch as well."""
        racing = {symbol for symbol, _ in other.races}
        for key, race in list(self.races.items()):
            if key[0] not in racing:
                del self.races[key]
                reason = "it depends on the size of the group"
                self._leave(Position(race.first.model, race.first.record), reason, race.interval)

    def _leave(self, position: Position, reason: str, interval: int | None) -> None:
        key = position.record, interval
        self.undecided.setdefault(key, Undecided(position, reason, interval))

    def _pair(self, first: Access, second: Access, interval: int | None) -> None:
        if (first.symbol, interval) in self.races or not _may_race(first, second, interval):
            return
        if self._once and first.symbol in self.meeting:
            return
        if self._only is not None and first.symbol not in self._only:
            return
        other_group = interval is None
        if other_group and not self._is_for_groups(first, second):
            return
        position = Position(first.model, first.record)
        try:
            found = witness(
                self._launch, first, second, other_group=other_group, budget=self._budget
            )
        except TooHardError:
            self.meeting.add(first.symbol)
            self._leave(position, "whether two work-items meet there is too hard to say", interval)
            return
        if found is not None:
            self.meeting.add(first.symbol)
            unknowns = needed(first, second)
            if not all(each.is_free for each in unknowns):
                self._leave(position, "it depends on a value that is computed", interval)
                return
            needs = tuple(sorted({each.needs for each in unknowns if each.needs}))
            loop = _loop_between(first, second)
            race = Race(first, second, found, self._launch, other_group, needs, interval, loop)
            self.races[first.symbol, interval] = race

    def _is_for_groups(self, first: Access, second: Access) -> bool:
        """Tell whether two accesses are made by several groups: a kernel may be made for one.

        It is made for several where an access or what is written depends on the group; or where a
        group copies as one and the kernel asks for ids beyond the group.
        """
        if first.by_group and second.by_group and self._launch.for_groups:
            return True
        return _asks_for_group(first, second)


def _is_certain(access: NullAccess) -> bool:
    """Return whether each launch makes an access: neither an argument nor data decides."""
    unknowns = unknowns_in(terms_in(access.path))
    if any(each.is_opaque or each.needs for each in unknowns):
        return False
    return values_for(access.path) is not None


def _may_race(first: Access, second: Access, interval: int | None) -> bool:
    """Tell whether two accesses are a race if two work-items make them at one place."""
    if first.symbol is not second.symbol or not (first.is_write or second.is_write):
        return False
    if first.is_atomic and second.is_atomic:
        return False
    if interval is None:
        return True
    if first.fence is not None and second.fence is not None:
        return False
    if first.by_group and (second is first or first in second.waited):
        return False
    if second.by_group and second in first.waited:
        return False
    return not _is_written_alike(first, second)


def _unknowns(accesses: Iterable[Access]) -> list[Unknown]:
    """Return the unknowns that decide where accesses are, and whether they are made."""
    rows = (chain((each.offset,), each.coordinates, terms_in(each.path)) for each in accesses)
    return unknowns_in(chain.from_iterable(rows))


def _asks_for_group(first: Access, second: Access) -> bool:
    """Tell whether one of two accesses depends on the group."""
    unknowns = _unknowns((first, second))
    if any(each.is_opaque for each in unknowns):
        return False
    values = unknowns_in(each.value for each in (first, second) if each.value is not None)
    return any(each.scope == GROUP or each is ANY for each in chain(unknowns, values))


def _is_written_alike(first: Access, second: Access) -> bool:
    """Tell whether every work-item that reads has written the value that all of them write."""
    write, read = first, second
    if not write.is_write or read.is_write or write.value is None or write.changes:
        return False
    return (
        write.value.scope != ITEM
        and write.offset.is_same(read.offset)
        and write.path == read.path[: len(write.path)]
    )


def _loop_between(first: Access, second: Access) -> Position | None:
    """Return the outermost loop of which two accesses are in different rounds."""
    for one, other in zip(first.rounds, second.rounds, strict=False):
        if one.loop.record is not other.loop.record:
            return None
        if one.number != other.number:
            return one.loop
    return None
