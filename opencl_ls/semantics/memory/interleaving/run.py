"""A run through a kernel that lists, for each interval between barriers, what its items touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.assumptions import assumed_before, uniform_symbol
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.macros.undefined_macros import is_host_macro
from opencl_ls.semantics.memory import fences
from opencl_ls.semantics.memory.interleaving.accesses import IMAGE, Position
from opencl_ls.semantics.memory.interleaving.conditions import facts_of
from opencl_ls.semantics.memory.interleaving.frames import (
    Frame,
    Head,
    LoopEnd,
    Pending,
    Returned,
    Sequence,
    Stack,
    SwitchEnd,
    Tail,
    Work,
    expressions_of,
    put_on,
)
from opencl_ls.semantics.memory.interleaving.loops import Loops
from opencl_ls.semantics.memory.interleaving.notes import MOST_ACCESSES
from opencl_ls.semantics.memory.interleaving.results import Interval, Undecided
from opencl_ls.semantics.memory.interleaving.states import State, merged, point_apart
from opencl_ls.semantics.memory.interleaving.summaries import BARRIERS, is_collective
from opencl_ls.semantics.memory.interleaving.terms import (
    ITEM,
    Term,
    Unknown,
    both,
    compared,
    either,
    is_never,
)
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.accesses import Unplaced
    from opencl_ls.semantics.memory.interleaving.launch import Launch
    from opencl_ls.semantics.memory.interleaving.slices import Slice
    from opencl_ls.semantics.memory.interleaving.summaries import Definition, Summaries
    from opencl_ls.semantics.memory.interleaving.terms import Facts
    from opencl_ls.semantics.memory.interleaving.values import Value
    from opencl_ls.semantics.model import ItemModel

_MOST_INTERVALS: Final = 60
_MOST_STEPS: Final = 6000
_MOST_CARRIED: Final = 30
"""The accesses before barriers that do not order them, which are compared with later ones."""
_MOST_FORKS: Final = 12
"""The ways that stay apart because pointers lead to different objects on them."""
_DEEPEST: Final = 8
"""The number of calls within each other that are followed."""
_FLAGS: Final = {t.LOCAL: fences.LOCAL, t.GLOBAL: fences.GLOBAL, IMAGE: fences.IMAGE}
_LOOPS: Final = (r.For, r.While, r.DoWhile)


class Run(Loops):
    """A run of a kernel in one launch.

    `intervals` are the result, with `left_out` for each: the accesses that were not followed.
    """

    def __init__(self, summaries: Summaries, part: Slice, launch: Launch) -> None:
        super().__init__(summaries, part, launch)
        self.meant: dict[Unknown, int] = {}
        self.intervals: list[Interval] = []
        self.left_out: list[tuple[Unplaced, ...]] = []
        self.undecided: dict[r.Record, Undecided] = {}
        self._ends: dict[r.Record | None, Position | None] = {}
        self.forks = 0
        self._pending: list[Pending] = []
        self._steps_left = _MOST_STEPS

    def run(self, kernel: Definition) -> None:
        """Run a kernel, and fill in the results."""
        self._pending.append(Pending(None, (kernel.body, None), State(kernel.model, {}), ()))
        while self._pending and len(self.intervals) < _MOST_INTERVALS and self._steps_left > 0:
            start, stack, state, carried = self._pending.pop(0)
            self.accesses = [*carried, *sorted(state.copies, key=lambda each: each.record.start)]
            self.unplaced = []
            self.unshared = []
            self.most = MOST_ACCESSES + len(self.accesses)
            self._ends = {}
            if self.execute(stack, state):
                self._ends[None] = None
            ends = tuple(self._ends.values())
            self.intervals.append(Interval(start, ends, tuple(self.accesses), tuple(self.unshared)))
            self.left_out.append(tuple(self.unplaced))
        if self._pending or self._steps_left <= 0:
            self._give_up_on(kernel.body, State(kernel.model, {}), "it has too many ways")

    def _give_up_on(self, record: r.Record, state: State, reason: str) -> None:
        position = Position(state.model, record)
        self.undecided.setdefault(record, Undecided(position, reason, len(self.intervals)))

    # --- the machine -----------------------------------------------------------------------------

    def execute(self, stack: Stack | None, state: State) -> list[State]:
        """Carry out what is on a stack; return the states at its end."""
        ends: list[State] = []
        work: list[Work] = [(stack, state)]
        while work and self._steps_left > 0:
            top, now = work.pop()
            if top is None:
                ends.append(now)
            else:
                self._steps_left -= 1
                work.extend(self._step(*top, now))
        return ends

    def _step(self, frame: Frame, rest: Stack | None, state: State) -> list[Work]:
        """Carry out one frame, after the calls of functions that are part of it."""
        if isinstance(frame, r.Statement) and not self.part.runs(frame):
            return [(rest, state)]
        calls = [
            call
            for each in expressions_of(frame)
            for call in self.summaries.calls(state.model, each)
            if self.part.enters(call)
        ]
        for call in calls:
            if call not in state.variables:
                if is_collective(state.model, call):
                    self._call_together(call, (frame, rest), state)
                    return []
                return self._call_of(call, (frame, rest), state)
        found = self._plain(frame, rest, state)
        if not calls:
            return found
        return [(stack, _without(each, calls)) for stack, each in found]

    def _plain(self, frame: Frame, rest: Stack | None, state: State) -> list[Work]:
        """Carry out a frame that chooses among ways, or has effects."""
        match frame:
            case Sequence():
                return self._next(frame, rest, state)
            case r.ExpressionStatement():
                return self._expression(frame.expression, rest, state)
            case r.Declaration():
                return [(rest, self._declare(frame, state))]
            case r.If():
                return self._if(frame, rest, state)
            case r.Switch():
                return self._switch(frame, rest, state)
            case r.For() | r.While() | r.DoWhile():
                return self.begin(frame, rest, state)
            case Head(loop, index):
                return self.head(loop, index, rest, state)
            case Tail():
                return self.tail(frame, rest, state)
            case r.Return():
                return self._return(frame, rest, state)
            case r.Break() | r.Continue():
                return self._jump(frame, rest, state)
        return self._passed(frame, rest, state)

    def _next(self, frame: Sequence, rest: Stack | None, state: State) -> list[Work]:
        """Go to the next statement in a row that is carried out."""
        statements, index = frame
        while index < len(statements) and not self.part.runs(statements[index]):
            index += 1
        if index == len(statements):
            return [(rest, state)]
        following: Stack = (Sequence(statements, index + 1), rest)
        return [((statements[index], following), self._assuming(statements[index], state))]

    def _passed(self, frame: Frame, rest: Stack | None, state: State) -> list[Work]:
        """Go on from a frame that does nothing by itself."""
        match frame:
            case r.Compound() | r.Case():
                return [((Sequence(frame.statements, 0), rest), state)]
            case r.Attributed():
                return [((frame.statement, rest) if frame.statement else rest, state)]
            case LoopEnd(rounds):
                return [(rest, replace(state, rounds=rounds))]
            case Returned():
                return [(rest, _back(frame, state, None))]
            case r.Record() if not isinstance(frame, r.EmptyStatement | r.StaticAssert):
                return self.skip(frame, rest, state, "this statement is not followed")
        return [(rest, state)]

    def _assuming(self, statement: r.Statement, state: State) -> State:
        """Return a state with what is assumed where a run comes to a statement."""
        for each in assumed_before(state.model, statement):
            if each.model is None or each.condition is None:
                continue
            symbol = uniform_symbol(each)
            evaluator = self.evaluator(each.model)
            if symbol is not None:
                known = state.variables.get(symbol)
                if not isinstance(known, Term) or known.scope == ITEM:
                    state = state.assigned(symbol, evaluator.unknown(each.condition))
                continue
            facts = facts_of(evaluator, each.condition, state.variables, holds=True)
            if facts is not None and not is_never(facts):
                state = replace(state, path=both(state.path, facts))
        return state

    def skip(self, record: r.Record, rest: Stack | None, state: State, reason: str) -> list[Work]:
        """Pass over a statement that is not followed."""
        self._give_up_on(record, state, reason)
        below = self.summaries.of(state.model, record)
        if below.meets or below.unclear:
            return []
        is_sure = state.sure and not below.leaves
        return [(rest, replace(state.forgotten(below.stored), sure=is_sure))]

    # --- jumps -----------------------------------------------------------------------------------

    def _return(self, record: r.Return, rest: Stack | None, state: State) -> list[Work]:
        value: Value = None
        if record.value is not None:
            state = self.effects(record.value, state)
            if self.part.wants(record.value):
                value = self.stored_value(record.value, state)
        while rest is not None:
            frame, rest = rest
            if isinstance(frame, Returned):
                return [(rest, _back(frame, state, value))]
        return [(None, state)]

    @staticmethod
    def _jump(record: r.Break | r.Continue, rest: Stack | None, state: State) -> list[Work]:
        while rest is not None:
            frame, after = rest
            if isinstance(frame, Tail):
                return [(rest if isinstance(record, r.Continue) else after, state)]
            if isinstance(frame, SwitchEnd) and isinstance(record, r.Break):
                return [(after, state)]
            rest = after
        return []

    # --- branches --------------------------------------------------------------------------------

    def _if(self, record: r.If, rest: Stack | None, state: State) -> list[Work]:
        state = self.effects(record.condition, state)
        arms = [each for each in (record.then, record.otherwise) if each is not None]
        if not any(map(self.part.runs, arms)):
            return [(rest, state)]
        below = [self.summaries.of(state.model, each) for each in arms]
        if any(each.unclear for each in below):
            return self.skip(record, rest, state, "it has jumps or names that are not known")
        meets = any(each.meets for each in below)
        ways: list[Work] = []
        for arm, holds in ((record.then, True), (record.otherwise, False)):
            entered = self.entered(record.condition, state, holds=holds)
            if entered is not None:
                ways.append((None if arm is None else (arm, None), entered))
        is_split = meets or any(each.leaves for each in below)
        return self._ways(record, ways, rest, state, is_split=is_split)

    def _ways(
        self,
        record: r.Record,
        ways: list[Work],
        rest: Stack | None,
        state: State,
        *,
        is_split: bool,
    ) -> list[Work]:
        """Go on after each of several ways by itself, or after all of them together."""
        if is_split:
            return [(put_on(way, rest), each) for way, each in ways]
        ends = [end for way, each in ways for end in self.execute(way, each)]
        if point_apart(ends) and self.forks + len(ends) <= _MOST_FORKS:
            self.forks += len(ends)
            return [(rest, each) for each in ends]
        joined = merged(state, ends, state.model.spelling(record, 40))
        return [] if joined is None else [(rest, joined)]

    def _switch(self, record: r.Switch, rest: Stack | None, state: State) -> list[Work]:
        state = self.effects(record.condition, state)
        body = record.body
        if not self.part.runs(body):
            return [(rest, state)]
        below = self.summaries.of(state.model, record)
        if below.unclear or not isinstance(body, r.Compound):
            return self.skip(record, rest, state, "it has jumps or names that are not known")
        value = self.value(record.condition, state)
        cases = [each for each in body.statements if isinstance(each, r.Case)]
        others: list[Facts | None] = []
        ways: list[Work] = []
        for each in cases:
            if each.value is not None:
                inside = self._case(each, value, state, is_inside=True)
                others.append(self._case(each, value, state, is_inside=False))
                ways += _way(record, body.statements.index(each), inside, state, meant=below.meets)
        rest_of = None if None in others else both(*(each for each in others if each is not None))
        default = next((each for each in cases if each.value is None), None)
        index = len(body.statements) if default is None else body.statements.index(default)
        ways += _way(record, index, rest_of, state, meant=below.meets)
        return self._ways(record, ways, rest, state, is_split=below.meets or below.leaves)

    def _case(self, case: r.Case, value: Value, state: State, *, is_inside: bool) -> Facts | None:
        """Return what is known where a value is one of a case, or none of it."""
        low = None if case.value is None else self.value(case.value, state)
        high = low if case.last is None else self.value(case.last, state)
        if not isinstance(value, Term) or not isinstance(low, Term) or not isinstance(high, Term):
            return None
        if is_inside:
            return both(compared(value, ">=", low), compared(value, "<=", high))
        return either([compared(value, "<", low), compared(value, ">", high)])

    # --- statements ------------------------------------------------------------------------------

    def _expression(self, record: r.Expression, rest: Stack | None, state: State) -> list[Work]:
        inner = unwrapped(record)
        if isinstance(inner, r.Name) and is_host_macro(state.model, inner):
            return self.skip(record, rest, state, "it names a macro that is not known")
        if isinstance(inner, r.Call):
            barrier = fences.barrier_of(state.model, inner, BARRIERS)
            if barrier is not None:
                self._meet(barrier, rest, state)
                return []
        if self.summaries.of(state.model, record).meets and not self.summaries.calls(
            state.model, record
        ):
            return self.skip(record, rest, state, "it calls a function that is not known")
        return [(rest, self.effects(inner, state, is_used=False))]

    def _meet(self, barrier: fences.Barrier, rest: Stack | None, state: State) -> None:
        """End the interval at a barrier."""
        here = Position(state.model, barrier.call)
        self._ends[barrier.call] = here
        flags = self._flags(barrier, state)
        carried = [
            replace(each, fence=each.fence or barrier)
            for each in self.accesses
            if not each.by_group and not flags & _FLAGS[each.space]
        ][-_MOST_CARRIED:]
        if state.sure:
            self._pending.append(
                Pending(here, rest, replace(state, waited=frozenset()), tuple(carried))
            )

    def _call_together(self, call: r.Call, rest: Stack, state: State) -> None:
        """End the interval at a function that no work-item leaves before all have come to it."""
        for each in call.arguments:
            state = self.effects(each, state)
        here = Position(state.model, call)
        self._ends[call] = here
        is_scan = "_scan_" in builtin_name(state.model, call)
        evaluator = self.evaluator(state.model)
        value = evaluator.data(call, state.variables) if is_scan else evaluator.unknown(call)
        variables = {**state.variables, call: value}
        if state.sure:
            after = replace(state, variables=variables, waited=frozenset())
            self._pending.append(Pending(here, rest, after, ()))

    def _flags(self, barrier: fences.Barrier, state: State) -> int:
        """Return the flags of a barrier; all where all work-items give the same, unknown ones."""
        known = fences.flags_value(state.model, barrier.flags)
        if known is not None:
            return known
        value = self.value(barrier.flags, state)
        if isinstance(value, Term) and value.scope != ITEM:
            return fences.LOCAL | fences.GLOBAL | fences.IMAGE
        return 0

    def _declare(self, record: r.Declaration, state: State) -> State:
        for entry in record.declarators:
            symbol = state.model.declared.get(entry)
            if symbol is None or t.object_space(symbol.type) not in ("", t.PRIVATE):
                continue
            value: Value = None
            if entry.initializer is not None:
                state = self.effects(entry.initializer, state)
                if self.part.keeps(entry):
                    value = self.stored_value(entry.initializer, state)
            if not isinstance(symbol.type.type, t.ArrayType) and self.part.keeps(entry):
                state = state.assigned(symbol, value)
        return state

    # --- calls -----------------------------------------------------------------------------------

    def _call_of(self, call: r.Call, rest: Stack, state: State) -> list[Work]:
        """Call a function of the program; go on after it where its ways join."""
        ways = self._enter(call, state)
        meets = self._meets(state.model, call)
        return self._ways(call, ways, rest, state, is_split=meets)

    def _meets(self, model: ItemModel, call: r.Call) -> bool:
        """Return whether a call of a function of the program may come to a barrier."""
        definition = self.summaries.definition(model, call)
        return definition is None or self.summaries.of(definition.model, definition.body).meets

    def _enter(self, call: r.Call, state: State) -> list[Work]:
        """Begin a call of a function of the program."""
        for each in call.arguments:
            state = self.effects(each, state)
        target = self.summaries.definition(state.model, call)
        is_within = any(each.record is call for each in state.calls)
        if target is None or is_within or len(state.calls) >= _DEEPEST:
            self._give_up_on(call, state, "the function is not known, or calls itself")
            return []
        variables = dict(state.variables)
        for parameter, argument in zip(target.function.parameters, call.arguments, strict=False):
            if self.part.wants(argument):
                variables[parameter] = self.stored_value(argument, state)
        end = Returned(call, state.model, state.calls, state.rounds)
        calls = (*state.calls, Position(state.model, call))
        inside = replace(state, model=target.model, variables=variables, calls=calls)
        return [((target.body, (end, None)), inside)]

    def called(self, record: r.Call, state: State) -> State:
        """Return the state after a call that is made under a condition."""
        if self._meets(state.model, record):
            self._give_up_on(record, state, "it may have a barrier")
            return replace(state, sure=False)
        ends = [end for work in self._enter(record, state) for end in self.execute(*work)]
        joined = merged(state, ends, state.model.spelling(record, 40))
        return replace(state, sure=False) if joined is None else joined


def _way(
    record: r.Switch, index: int, facts: Facts | None, state: State, *, meant: bool
) -> list[Work]:
    """Return the way from a statement of a switch on, none where it cannot be gone."""
    assert isinstance(record.body, r.Compound)
    stack: Stack = (Sequence(record.body.statements, index), (SwitchEnd(record), None))
    if facts is None:
        return [(stack, state if meant else replace(state, sure=False))]
    return [] if is_never(facts) else [(stack, replace(state, path=both(state.path, facts)))]


def _back(frame: Returned, state: State, value: Value) -> State:
    """Return the state of the caller after a call."""
    variables = {**state.variables, frame.call: value}
    return replace(
        state, model=frame.model, calls=frame.calls, rounds=frame.rounds, variables=variables
    )


def _without(state: State, calls: list[r.Call]) -> State:
    """Return the state without the results of calls, which the next round makes again."""
    kept = {key: value for key, value in state.variables.items() if key not in calls}
    return replace(state, variables=kept)
