"""The intervals between a kernel's barriers, their accesses, and the races in them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.analysis.queries.kernels import Defined, called_functions, defined_functions
from opencl_ls.analysis.race_results import (
    KernelInterval,
    KernelRaces,
    RaceWitness,
    Separation,
    SharedAccess,
    Sizes,
    UndecidedPlace,
    WitnessedRace,
    WorkItem,
)
from opencl_ls.semantics.memory.interleaving import wording
from opencl_ls.semantics.memory.interleaving.decide import witness
from opencl_ls.semantics.presburger.omega import TooHardError
from opencl_ls.semantics.types.symbols import Function

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.findings import Place
    from opencl_ls.linter.kernel_analyses import KernelAnalyses
    from opencl_ls.semantics.memory.interleaving.accesses import Access, Position
    from opencl_ls.semantics.memory.interleaving.results import (
        Interval,
        KernelAnalysis,
        Race,
    )
    from opencl_ls.semantics.memory.interleaving.terms import Term
    from opencl_ls.semantics.model import ItemModel

_MOST_PAIRS: Final = 400
"""The number of pairs of accesses that are compared to learn what a barrier is needed for."""


def kernel_races(
    program: Program,
    kernels: KernelAnalyses | None,
    name: str,
    local_size: Sizes | None,
    num_groups: Sizes | None,
) -> KernelRaces | None:
    """Return what is known about the accesses of a kernel; None where no sound one has the name.

    Ask a complete analysis: of functions that were not read yet nothing is known.
    """
    kernel = next((each for each in defined_functions(program, name) if _is_kernel(each)), None)
    if kernel is None or kernels is None:
        return None
    if local_size is None and num_groups is None:
        found = kernels.analysis_for(kernel.model)
    else:
        found = kernels.analysis_in(kernel.model, local_size, num_groups)
    return None if found is None else _Report(program, kernel, found).races()


def kernel_races_at(
    program: Program, kernels: KernelAnalyses | None, offset: int
) -> KernelRaces | None:
    """Return what is known about the kernel at a byte of the main file, None where none is."""
    found = program.position(offset)
    for kernel in () if found is None else _defined_by(program, found.item):
        if _is_kernel(kernel):
            return kernel_races(program, kernels, kernel.function.name, None, None)
    return None


def separation_at(
    program: Program, kernels: KernelAnalyses | None, offset: int
) -> Separation | None:
    """Return what the barrier at a byte of the main file separates, None where there is none.

    For a barrier in a function that several kernels call it is that of the first.
    """
    found = program.position(offset)
    if found is None or kernels is None:
        return None
    for kernel in _kernels_with(program, found.item):
        analysis = kernels.analysis_for(kernel.model)
        report = None if analysis is None else _Report(program, kernel, analysis)
        separation = None if report is None else report.separation(*found)
        if separation is not None:
            return separation
    return None


def _kernels_with(program: Program, number: int) -> Iterator[Defined]:
    """Yield the kernels that an item defines; without these those that call its functions."""
    own = [each for each in _defined_by(program, number) if _is_kernel(each)]
    yield from own
    if own:
        return
    for other in range(number, len(program.unit.items)):
        for each in _defined_by(program, other):
            if _is_kernel(each) and any(
                called.number == number for called in called_functions(program, each)
            ):
                yield each


def _defined_by(program: Program, number: int) -> list[Defined]:
    model = program.model(number)
    return [
        Defined(number, model, symbol)
        for symbol in model.declared.values()
        if isinstance(symbol, Function) and symbol.definition is not None
    ]


def _is_kernel(found: Defined) -> bool:
    return found.function.is_kernel


def _witness(race: Race) -> RaceWitness:
    first, second = _work_item(race, second=False), _work_item(race, second=True)
    launch = race.launch
    groups = [
        max(
            race.witness.value(launch.num_groups(at)),
            first.group_id[at] + 1,
            second.group_id[at] + 1,
        )
        for at in range(3)
    ]
    return RaceWitness(
        _in_three(launch.local_size(at).constant for at in range(3)),
        _in_three(groups),
        first,
        second,
        wording.common_element(race),
        tuple(wording.outside_values(race).items()),
    )


def _work_item(race: Race, *, second: bool) -> WorkItem:
    def ids(term_of: Callable[[int], Term]) -> Sizes:
        return _in_three(race.witness.value(term_of(at), second=second) for at in range(3))

    return WorkItem(ids(race.launch.local_id), ids(race.launch.group_id))


def _in_three(values: Iterable[int]) -> Sizes:
    first, second, third = values
    return first, second, third


class _Report:
    """The analysis of one kernel, with its records turned into places."""

    def __init__(self, program: Program, kernel: Defined, analysis: KernelAnalysis) -> None:
        self._program = program
        self._kernel = kernel
        self._analysis = analysis

    def races(self) -> KernelRaces:
        """Return all of it."""
        word, analysis = self._kernel.function.word, self._analysis
        return KernelRaces(
            self._kernel.function.name,
            self._program.place(self._kernel.number, word.start, word.end),
            wording.group_size(analysis.launch),
            tuple(self._intervals()),
            tuple(self._race(each) for each in analysis.races if each.interval is None),
            (*self._undecided((None,)), *self._uncertain()),
        )

    def separation(self, number: int, at: int) -> Separation | None:
        """Return what the barrier around a byte of the item `number` separates."""
        intervals = self._analysis.intervals
        barrier = next(
            (
                each.start
                for each in intervals
                if each.start is not None
                and self._numbers[id(each.start.model)] == number
                and each.start.record.start <= at < each.start.record.end
            ),
            None,
        )
        if barrier is None:
            return None
        before: list[Access] = []
        after: list[Access] = []
        for each in intervals:
            if any(end is not None and end.record is barrier.record for end in each.ends):
                before += each.accesses
            if each.start is not None and each.start.record is barrier.record:
                after += each.accesses
        needed, is_whole = self._needed_for(before, after)
        return Separation(
            self._position(barrier),
            self._kernel.function.name,
            tuple(self._accesses(before)),
            tuple(self._accesses(after)),
            tuple(needed),
            is_whole and not self._analysis.undecided and not any(self._uncertain()),
        )

    def _needed_for(
        self, before: Iterable[Access], after: Sequence[Access]
    ) -> tuple[list[str], bool]:
        """Return the objects that are touched on both sides, and whether these are all."""
        found: dict[str, None] = {}
        left, is_whole = _MOST_PAIRS, True
        for one in before:
            for other in after:
                name = one.symbol.name
                if one.symbol is not other.symbol or name in found:
                    continue
                left -= 1
                if left < 0:
                    return list(found), False
                try:
                    if self._is_shared(one, other):
                        found[name] = None
                except TooHardError:
                    is_whole = False
        return list(found), is_whole

    def _is_shared(self, one: Access, other: Access) -> bool:
        """Tell whether two work-items touch one element, one of them to write, whatever it is."""
        if not (one.is_write or other.is_write):
            return False
        first, second = replace(one, changes=True), replace(other, changes=True)
        return witness(self._analysis.launch, first, second, other_group=False) is not None

    def _undecided(self, intervals: Collection[int | None]) -> tuple[UndecidedPlace, ...]:
        """Return what is not decided in some intervals, None for pairs of different groups."""
        return tuple(
            dict.fromkeys(
                UndecidedPlace(self._position(each.position), each.reason)
                for each in self._analysis.undecided
                if each.interval in intervals
            )
        )

    def _uncertain(self) -> Iterator[UndecidedPlace]:
        """Yield what makes all verdicts uncertain: syntax errors, and a kernel without ids."""
        for model in self._analysis.asked:
            if model.item.recovered:
                first = model.item.declarations[0]
                place = self._place(model, first.start, first.end)
                yield UndecidedPlace(place, "it has a syntax error")
        if not self._analysis.launch.dimensions:
            word = self._kernel.function.word
            place = self._program.place(self._kernel.number, word.start, word.end)
            yield UndecidedPlace(place, "it asks for no id, as a kernel for one work-item")

    # --- places ----------------------------------------------------------------------------------

    def _intervals(self) -> Iterator[KernelInterval]:
        """Yield the intervals, those that begin at one barrier together: rounds of a loop do."""
        starts: dict[object, list[int]] = {}
        for number, each in enumerate(self._analysis.intervals):
            starts.setdefault(None if each.start is None else each.start.record, []).append(number)
        for numbers in starts.values():
            intervals = [self._analysis.intervals[each] for each in numbers]
            yield KernelInterval(
                self._position_or_none(intervals[0].start),
                tuple(dict.fromkeys(self._ends(intervals))),
                tuple(self._accesses(access for each in intervals for access in each.accesses)),
                tuple(
                    self._race(race) for race in self._analysis.races if race.interval in numbers
                ),
                self._undecided(numbers),
            )

    def _ends(self, intervals: Iterable[Interval]) -> Iterator[Place | None]:
        for each in intervals:
            yield from map(self._position_or_none, each.ends)

    def _accesses(self, accesses: Iterable[Access]) -> Iterator[SharedAccess]:
        """Yield accesses, one for all rounds and ways of one place, none of an earlier interval."""
        seen: set[tuple[object, ...]] = set()
        launch = self._analysis.launch
        for each in accesses:
            key = each.record, wording.action(each), wording.place_words(each, launch)
            if each.fence is None and key not in seen:
                seen.add(key)
                yield SharedAccess(
                    self._access_place(each),
                    key[1],
                    each.symbol.name,
                    each.space,
                    key[2],
                    wording.guard_words(each, launch),
                )

    def _race(self, race: Race) -> WitnessedRace:
        return WitnessedRace(
            self._access_place(race.first),
            self._access_place(race.second),
            race.first.symbol.name,
            race.first.space,
            wording.lacks(race),
            wording.race_words(race),
            race.needs,
            _witness(race),
        )

    def _access_place(self, access: Access) -> Place:
        return self._place(access.model, access.record.start, access.record.end)

    def _position_or_none(self, position: Position | None) -> Place | None:
        return None if position is None else self._position(position)

    def _position(self, position: Position) -> Place:
        return self._place(position.model, position.record.start, position.record.end)

    def _place(self, model: ItemModel, start: int, end: int) -> Place:
        return self._program.place(self._numbers[id(model)], start, end)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The number of each item, by the identity of its model."""
        found = {id(each): number for number, each in enumerate(self._program.unit.models)}
        found[id(self._kernel.model)] = self._kernel.number
        return found
