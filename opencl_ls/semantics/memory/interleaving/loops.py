"""Loops: round by round, or once for all rounds where they are alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.memory.interleaving.accesses import SHARED_SPACES, Position, Round
from opencl_ls.semantics.memory.interleaving.effects import Effects
from opencl_ls.semantics.memory.interleaving.frames import Head, Loop, LoopEnd, Stack, Tail, Work
from opencl_ls.semantics.memory.interleaving.states import gathered, with_one_doubt
from opencl_ls.semantics.memory.interleaving.terms import GROUP, ROUND, Term, Unknown, least, of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.states import State
    from opencl_ls.semantics.memory.interleaving.values import Value
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

_MOST_ROUNDS: Final = 12
"""The rounds of a loop whose end is known: those of a tree over 4096 work-items."""
_ROUNDS: Final = 2
"""The rounds of other loops, so that the accesses of one round meet those of the next."""


class _Counting(NamedTuple):
    """A loop in which some variables change by the same number each round.

    `body` is what is done in a round before the step.
    """

    steps: dict[Symbol, int]
    body: r.Statement


class Loops(Effects):
    """Carries out loops; `meant` are the steps by which work-items share a loop."""

    meant: dict[Unknown, int]

    def execute(self, stack: Stack | None, state: State) -> list[State]:
        """Carry out what is on a stack; return the states at its end."""
        raise NotImplementedError

    def skip(self, record: r.Record, rest: Stack | None, state: State, reason: str) -> list[Work]:
        """Pass over a statement that is not followed."""
        raise NotImplementedError

    def head(self, record: Loop, index: int, rest: Stack | None, state: State) -> list[Work]:
        """Take the condition of a loop before one of its rounds."""
        below = self.summaries.of(state.model, record)
        if below.unclear:
            return self.skip(record, rest, state, "it has jumps or names that are not known")
        if index == 0 and not below.meets:
            summed = self._any_round(record, state)
            if summed is not None:
                return [(rest, summed)]
        if not below.meets and not below.leaves:
            return self._rounds_from(record, index, rest, state)
        inside, found = self._tested(record, index, state)
        ways: list[Work] = [(rest, each) for each in found]
        return ways if inside is None else [*ways, self.round(record, index, rest, inside)]

    def _tested(self, record: Loop, index: int, state: State) -> tuple[State | None, list[State]]:
        """Return the state at the beginning of a round, None if there is none, and those beyond."""
        inside: State | None = state
        outside: State | None = None
        if record.condition is not None:
            meets = self.summaries.of(state.model, record).meets
            state = self.effects(record.condition, state)
            meant = of(Unknown(f"round {index} is reached", GROUP)) if meets else None
            inside = self.entered(record.condition, state, holds=True, meant=meant)
            outside = self.entered(record.condition, state, holds=False, meant=meant)
        is_known = inside is None or outside is None
        if inside is not None and index >= (_MOST_ROUNDS if is_known else _ROUNDS):
            return None, [self._left(record, state)]
        return inside, [] if outside is None else [outside]

    def _rounds_from(
        self, record: Loop, index: int, rest: Stack | None, state: State
    ) -> list[Work]:
        """Run a loop in which all of its ways end, with few ways in each round."""
        name = state.model.spelling(record, 40)
        ends: list[State] = []
        waiting = [state]
        while waiting:
            arrived: list[State] = []
            for each in waiting:
                inside, beyond = self._tested(record, index, each)
                ends += beyond
                if inside is not None:
                    reached: list[State] = []
                    left = self.execute(*self.round(record, index, None, inside, reached))
                    ends += left
                    arrived += gathered(inside, reached, name, is_whole=not left)
            waiting = [self._stepped(record, each) for each in with_one_doubt(arrived, name)]
            index += 1
        return [(rest, each) for each in with_one_doubt(ends, name)]

    def _stepped(self, record: Loop, state: State) -> State:
        """Return the state after the step of a loop."""
        step = record.step if isinstance(record, r.For) else None
        return state if step is None else self.effects(step, state)

    def round(
        self,
        record: Loop,
        index: int,
        rest: Stack | None,
        state: State,
        arrived: list[State] | None = None,
    ) -> Work:
        """Begin a round of a loop; one that is run by itself fills in the states that `arrived`."""
        around = tuple(each for each in state.rounds if each.loop.record is not record)
        now = Round(Position(state.model, record), index)
        after: Stack = (Tail(record, index, arrived), rest)
        return (record.body, after), replace(state, rounds=(*around, now))

    def tail(self, frame: Tail, rest: Stack | None, state: State) -> list[Work]:
        """End a round of a loop."""
        record, index, arrived = frame
        if arrived is not None:
            arrived.append(state)
            return []
        return [((Head(record, index + 1), rest), self._stepped(record, state))]

    def begin(self, record: Loop, rest: Stack | None, state: State) -> list[Work]:
        """Begin a loop."""
        end: Stack = (LoopEnd(state.rounds), rest)
        if isinstance(record, r.DoWhile):
            return [self.round(record, 0, end, state)]
        head: Stack = (Head(record, 0), end)
        if isinstance(record, r.For) and record.initial is not None:
            return [((record.initial, head), state)]
        return [(head, state)]

    def _left(self, record: Loop, state: State) -> State:
        """Return the state after more rounds of a loop than are run."""
        return state.forgotten(self.summaries.of(state.model, record).stored)

    # --- all rounds at once ----------------------------------------------------------------------

    def _any_round(self, record: Loop, state: State) -> State | None:
        """Run the body of a counting loop once for any of its rounds; None for other loops."""
        counting = self._counting(state.model, record)
        if counting is None or record.condition is None:
            return None
        text = state.model.spelling(record.condition, 30)
        rounds = Unknown(f"round({text})", ROUND)
        rounds.facts = (least(of(rounds)),)
        inside = self._left(record, state)
        values: dict[Symbol, Value] = {}
        for symbol, step in counting.steps.items():
            start = state.variables.get(symbol)
            if isinstance(start, Term):
                values[symbol] = start.plus(of(rounds), step)
                self._share(start, step)
        if not values:
            return None
        inside = replace(inside, variables={**inside.variables, **values})
        inside = self.effects(record.condition, inside)
        entered = self.entered(record.condition, inside, holds=True)
        after = self._left(record, state)
        if entered is None:
            return after
        outer, self.arithmetic.scope_of_data = self.arithmetic.scope_of_data, ROUND
        ends = self.execute((counting.body, None), entered)
        self.arithmetic.scope_of_data = outer
        return after.with_copies(ends)

    def _share(self, start: Term, step: int) -> None:
        """Note that work-items or groups share a loop: from `id` on, by their number."""
        # Of a start by the global id, the factor of the group is the larger one.
        by_factor = sorted(start.factors.items(), key=lambda each: -each[1])
        for unknown, factor in by_factor:
            if step > factor > 0 and not step % factor:
                self.meant.setdefault(unknown, step // factor)
                return

    def _counting(self, model: ItemModel, record: Loop) -> _Counting | None:
        """Return how a loop counts, None where a round may end in another way than its last."""
        if self.summaries.of(model, record.body).leaves or isinstance(record, r.DoWhile):
            return None
        if _begins_copies(model, record):
            # Which round waits for the copy of which matters.
            return None
        body = record.body
        changes: list[r.Expression] = []
        if isinstance(record, r.For):
            if record.step is None:
                return None
            changes += _parts(record.step)
        statements = body.statements if isinstance(body, r.Compound) else ()
        changes += [
            each.expression for each in statements if isinstance(each, r.ExpressionStatement)
        ]
        steps: dict[Symbol, int] = {}
        for each in changes:
            change = self._change(model, each)
            if (
                change is not None
                and change[0] not in steps
                and self._is_only(model, record, each, change[0])
            ):
                steps[change[0]] = change[1]
        return _Counting(steps, body) if steps else None

    def _is_only(self, model: ItemModel, loop: Loop, change: r.Expression, symbol: Symbol) -> bool:
        """Tell whether nothing else in a loop changes a variable."""
        others: list[r.Record] = [] if loop.condition is None else [loop.condition]
        if isinstance(loop, r.For) and loop.step is not None:
            others += _parts(loop.step)
        body = loop.body
        others += body.statements if isinstance(body, r.Compound) else [body]
        for each in others:
            inner = each.expression if isinstance(each, r.ExpressionStatement) else each
            if inner is not change and symbol in self.summaries.of(model, inner).stored:
                return False
        return True

    def _change(self, model: ItemModel, record: r.Expression) -> tuple[Symbol, int] | None:
        """Return the variable that an expression changes by a number, and the number."""
        inner = unwrapped(record)
        amount: int | None = None
        target: r.Expression | None = None
        if isinstance(inner, r.Unary | r.Postfix) and inner.operator in ("++", "--"):
            target, amount = inner.operand, 1 if inner.operator == "++" else -1
        elif isinstance(inner, r.Assignment) and inner.operator.text in ("+=", "-="):
            value = self.evaluator(model).value(inner.right, {})
            target, amount = inner.left, value.number if isinstance(value, Term) else None
            if amount is not None and inner.operator.text == "-=":
                amount = -amount
        symbol = None if target is None else model.references.get(unwrapped(target))
        if symbol is None or not amount or t.object_space(symbol.type) in SHARED_SPACES:
            # A counter that work-items share is counted up by each of them.
            return None
        return symbol, amount


def _begins_copies(model: ItemModel, loop: Loop) -> bool:
    """Tell whether the rounds of a loop copy between local and global memory."""
    return any(
        site.callee.startswith("async_work_group_") and loop.start <= site.call.start < loop.end
        for site in model.calls
    )


def _parts(step: r.Expression) -> list[r.Expression]:
    """Return the expressions that commas join."""
    inner = unwrapped(step)
    if isinstance(inner, r.Binary) and inner.operator.text == ",":
        return [*_parts(inner.left), *_parts(inner.right)]
    return [inner]
