"""The scheduler of one document: which slot is raised to a higher level next.

An edit is answered with a state in which the edited items are analysed, and others within a budget.
Slots that the user looks at are raised by `read`.  `step` raises one of the others.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis import checking, shares
from opencl_ls.analysis.building import build, rebuild
from opencl_ls.analysis.environment import changed_names, declare_same_names
from opencl_ls.analysis.unit import Level, Slot
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.unit_rules import kernel_findings
from opencl_ls.semantics.flow.uniformity import Uniformity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.checking import UnitFindings
    from opencl_ls.analysis.item_cache import AnalysedItem, ItemCache
    from opencl_ls.analysis.shares import Shares
    from opencl_ls.analysis.unit import AnalysedUnit
    from opencl_ls.preprocess import Unit
    from opencl_ls.settings.target import Target

_AT_A_TIME: Final = 64
"""The number of slots that one step passes over without work."""


class Scheduler:
    """Makes the states of one document.

    In the first state of a text, `budget` bytes of functions are analysed.
    """

    def __init__(self, unit: Unit, cache: ItemCache, target: Target, budget: int) -> None:
        self._unit = unit
        self._cache = cache
        self._target = target
        self._budget = budget
        # The last state without stale slots, and the present state.
        self._base: AnalysedUnit | None = None
        self._state: AnalysedUnit | None = None
        # The last state with findings and no stale slots, and the last one with both after it.
        self._checked: list[AnalysedUnit] = []
        # The functions of the base that were bound since it was made, by number.
        self._bound: dict[int, AnalysedItem] = {}
        self._begun = self._progressed = False
        self._steps: Iterator[None] | None = None
        self._shares: Shares | None = None

    def follow(self, unit: Unit, *, anew: bool = False) -> None:
        """Continue with a later text; if `anew`, no earlier state counts."""
        self._unit = unit
        self._state = self._steps = None
        self._begun = self._progressed = False
        if anew:
            self._base = None
            self._checked = []

    def soon(self) -> AnalysedUnit:
        """Return a quickly available state of the present text; it may be provisional."""
        state, base = self._state, self._base
        if state is not None and not self._progressed:
            return state
        if state is None and base is not None and base.findings is None and not base.unread:
            # There are no findings to show for stale slots.
            return self.complete()
        if state is None or state.stale:
            state = self._build(0 if self._begun else self._budget)
        else:
            state = self._raised(state)
        return self._present(state)

    def complete(self) -> AnalysedUnit:
        """Return a state of the present text in which all slots are analysed."""
        state = self._state
        if state is None or state.stale:
            state = self._present(self._build(None))
        for number in state.unread:
            self._bind(state, number)
        return self._present(self._raised(state, entirely=True))

    def read(self, number: int) -> None:
        """Bind a slot of the present state that is stale or at level HEAD."""
        if self._state is not None:
            self._bind(self._state, number)
            self._progressed = True

    def step(self) -> bool:
        """Raise one slot of the present state; tell whether there was one to raise.

        Afterwards `soon` may return a more complete state.
        """
        if self._steps is None:
            self._steps = self._raise_all()
        for _ in self._steps:
            self._progressed = True
            return True
        self._steps = None
        return False

    def share(self, least: int) -> bool:
        """Prepare for work in forked processes, if enough functions are unread.

        Return whether that is so; not while slots are stale, as after an edit of a macro.
        """
        state = self._state
        if state is None or state.stale or len(state.unread) < least:
            return False
        self._shares = shares.Shares(state)
        return True

    @property
    def is_shared(self) -> bool:
        """Whether messages of processes that were forked for an earlier state still count."""
        state = self._state
        return self._shares is not None and state is not None and self._shares.are_of(state)

    def work(self, part: int, parts: int) -> Iterator[bytes]:
        """Yield messages about the unread functions, in a process that is one of some `parts`."""
        state = self._state
        if state is not None:
            yield from shares.work(state, partial(self._bind, state), part, parts)

    def take(self, message: bytes) -> None:
        """Take a message of another process."""
        if self._shares is not None:
            self._shares.take(message)

    def check(self, state: AnalysedUnit, *, entirely: bool = False) -> UnitFindings:
        """Return the findings of a state; the rules run once for it.

        The races of the kernels that were edited last are among them if `entirely`; else those that
        `step` has found.
        """
        findings = state.findings
        if findings is None or (entirely and findings.lacks_races and not state.unread):
            earlier = self._checked if findings is None else [state]
            findings = state.findings = checking.check(state, earlier, entirely=entirely)
            whole = [each for each in self._checked if not each.stale] if state.stale else []
            self._checked = [*whole, state]
        return findings

    def _present(self, state: AnalysedUnit) -> AnalysedUnit:
        self._state = state
        self._begun, self._progressed = True, False
        if not state.stale and state is not self._base:
            self._base, self._bound = state, {}
        return state

    def _build(self, budget: int | None) -> AnalysedUnit:
        base = None if self._base is None else self._raised(self._base)
        return build(self._unit, self._cache, self._target, base, budget)

    def _raised(self, state: AnalysedUnit, *, entirely: bool = False) -> AnalysedUnit:
        """Return the base with the slots that were bound and checked since, or itself without any.

        If `entirely`, all bound slots count as CHECKED: their rules run with the next findings.
        """
        slots: dict[int, Slot] = {}
        for number, analysed in self._bound.items():
            slot = state.slots[number]
            if slot.level is Level.HEAD:
                head, whole = [slot.analysed.model], [analysed.model]
                if changed_names(head, whole) or not declare_same_names(head, whole):
                    # Other items were bound with a wrong declaration of the function.
                    return rebuild(state.unit, self._cache, self._target, state)
                slots[number] = Slot(slot.source, analysed, Level.CHECKED)
        for number in state.unchecked:
            slot = state.slots[number]
            if entirely or slot.analysed.findings is not None:
                slots[number] = Slot(slot.source, slot.analysed, Level.CHECKED)
        return state.raised(slots) if slots else state

    def _bind(self, state: AnalysedUnit, number: int) -> AnalysedItem:
        """Return the analysed item for a slot that is stale or at level HEAD.

        An item that is bound next to stale slots may become invalid, and is only cached.
        """
        analysed = None if state.stale else self._bound.get(number)
        if analysed is None:
            source = state.stale.get(number, state.slots[number].source)
            environment = state.declarations.before(state.models, number)
            target = state.pragmas.target_of(source, state.groups.piece_of(number))
            analysed = self._cache.analyse(source.text, environment, target)
            if not state.stale:
                self._bound[number] = analysed
        return analysed

    def _raise_all(self) -> Iterator[None]:
        """Raise the slots of the present state and of its successors, one in each step."""
        state, left = self._state, 0
        while state is not None and state.pending and not 0 < left <= state.pending:
            left = state.pending
            yield from self._raise_heads(state)
            for number in state.unchecked:
                if number not in state.stale:
                    state.slots[number].analysed.check()
                    yield
            for number in state.stale:
                analysed = self._bind(state, number)
                analysed.check()
                self.check(state).results.uniformity.prepare(analysed.model)
                yield
            # An item that was bound next to stale ones may depend on what these have become.
            state = self.soon()
        if state is not None:
            yield from self._find_races(state)
        self._shares = None

    def _find_races(self, state: AnalysedUnit) -> Iterator[None]:
        """Analyse the kernels of a state for races, and go on to a state with what is found."""
        kernels = self.check(state).results.kernels
        if kernels is not None and kernels.has_pending:
            found = None if self._shares is None else partial(self._shares.races, state)
            context = UnitContext(kernels.program, state.unit, state.target)
            yield from kernels.analyse_pending(found, partial(kernel_findings, context))
            self.check(self._present(state.raised({})))
            yield

    def _raise_heads(self, state: AnalysedUnit) -> Iterator[None]:
        """Bind and check the functions of a state of which only the heads are known.

        The uniformity of all functions is computed on the way: callees come before their callers.
        """
        if not state.unread:
            return
        uniformity = Uniformity((), launches=self._target.local_sizes)
        for number, slot in enumerate(state.slots):
            is_head, analysed = slot.level is Level.HEAD, slot.analysed
            if is_head:
                analysed = self._bind(self._state or state, number)
                if self._shares is not None and analysed.findings is None:
                    analysed.findings = self._shares.findings(state, number)
                analysed.check()
            if uniformity.add(analysed.model) or is_head or not (number + 1) % _AT_A_TIME:
                yield
