"""A walk through a kernel and all that it calls, which counts operations and memory accesses.

It counts what the source says, and what a compiler may make of it: not the arithmetic of addresses
that no operator writes, no conversions, and no constant expressions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics.cost.amounts import ONE, Amount, Tally, count, either, number
from opencl_ls.semantics.cost.expressions import Costs, Expressions, Guard
from opencl_ls.semantics.cost.keys import Touched
from opencl_ls.semantics.cost.rounds import Scope, rounds, value
from opencl_ls.semantics.lookup.callees import builtin_name, user_function
from opencl_ls.semantics.memory.interleaving.accesses import Position
from opencl_ls.semantics.memory.interleaving.summaries import defined
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics.memory.interleaving.results import Program
    from opencl_ls.semantics.memory.interleaving.summaries import Definition
    from opencl_ls.semantics.types.symbols import Function, Symbol

_Call = tuple["Function", tuple[int | str | None, ...]]
"""A function, and the values that are passed, see `rounds.Scope`."""
_DEEPEST: Final = 12
"""The number of calls within each other that are followed."""
_ENDS: Final = {r.Return: "return", r.Break: "break", r.Continue: "continue"}
_NOTHING: Final = frozenset[str]()
_EMPTY: Final = r.InitializerList(0, 0, ())


def costs_of(program: Program, kernel: Definition, sizes: tuple[int, int, int] | None) -> Costs:
    """Return what a work-item of a kernel does, in groups of `sizes` where these are known."""
    costs = Costs(Tally(), {}, [], [])
    scope = Scope(kernel.model, {}, sizes)
    _Walk(program, costs, scope, (kernel.function,), {}).kernel(kernel.body)
    return costs


class _Walk(Expressions):
    """The walk through one function; `known` are the calls that were counted before."""

    def __init__(
        self,
        program: Program,
        costs: Costs,
        scope: Scope,
        calls: tuple[Function, ...],
        known: dict[_Call, Tally],
    ) -> None:
        super().__init__(scope.model, costs)
        self._program = program
        self._scope = scope
        self._calls = calls
        self._known = known

    def kernel(self, body: r.Compound) -> None:
        """Count the body of a kernel, for the work-items that pass its guards."""
        into = self.costs.tally
        leaves: frozenset[str] = _NOTHING
        for number_, each in enumerate(body.statements):
            rest = Tally() if leaves else into
            if isinstance(each, r.If) and each.otherwise is None and not leaves:
                if _only_returns(each.then):
                    self._guarded(each, into, holds=False)
                    continue
                is_last = number_ == len(body.statements) - 1
                if is_last and not any(isinstance(key, Touched) for key in into.amounts):
                    self._guarded(each, into, holds=True)
                    inner = each.then
                    self.kernel(inner if isinstance(inner, r.Compound) else _alone(inner))
                    continue
            leaves |= self.statement(each, rest)
            if rest is not into:
                into.add_all(rest.maybe())

    def _guarded(self, record: r.If, into: Tally, *, holds: bool) -> None:
        self.value(record.condition, into)
        self.costs.guards.append(Guard(Position(self.model, record.condition), holds))

    # --- statements ------------------------------------------------------------------------------

    def statement(self, record: r.Statement | None, into: Tally) -> frozenset[str]:
        """Count a statement; return how it may leave the statements around it."""
        match record:
            case r.Compound() | r.Case():
                return self._sequence(record.statements, into)
            case r.ExpressionStatement():
                self.value(record.expression, into)
            case r.Declaration():
                for each in record.declarators:
                    self.value(each.initializer or _EMPTY, into)
            case r.If():
                return self._if(record, into)
            case r.For() | r.While() | r.DoWhile():
                return self._loop(record, into)
            case r.Switch():
                return self._switch(record, into)
            case r.Attributed():
                return self.statement(record.statement, into)
            case r.Return() | r.Break() | r.Continue():
                return self._end(record, into)
            case r.Label() | r.Goto() | r.Assembly() | r.BadStatement():
                self.leave(record, "this statement is not followed")
        return _NOTHING

    def _end(self, record: r.Return | r.Break | r.Continue, into: Tally) -> frozenset[str]:
        if isinstance(record, r.Return) and record.value is not None:
            self.value(record.value, into)
        return frozenset((_ENDS[type(record)],))

    def _sequence(self, statements: Sequence[r.Statement], into: Tally) -> frozenset[str]:
        leaves: frozenset[str] = _NOTHING
        for each in statements:
            if leaves:
                rest = Tally()
                leaves |= self.statement(each, rest)
                into.add_all(rest.maybe())
            else:
                leaves = self.statement(each, into)
        return leaves

    def _if(self, record: r.If, into: Tally) -> frozenset[str]:
        known = self.constants.integer(record.condition)
        if known is not None:
            return self.statement(record.then if known else record.otherwise, into)
        self.value(record.condition, into)
        ways: list[Tally] = []
        leaves = _NOTHING
        for arm in (record.then, record.otherwise):
            way = Tally()
            leaves |= self.statement(arm, way)
            ways.append(way)
        into.add_all(either(ways))
        return leaves

    def _switch(self, record: r.Switch, into: Tally) -> frozenset[str]:
        self.value(record.condition, into)
        body = record.body
        if not isinstance(body, r.Compound):
            self.leave(record, "this switch is not followed")
            return _NOTHING
        ways: list[Tally] = []
        leaves, before, falls, has_default = _NOTHING, _NOTHING, False, False
        for each in body.statements:
            way = Tally()
            ends = self.statement(each, way)
            has_default |= isinstance(each, r.Case) and each.value is None
            if falls:
                # A run comes from the case above, unless it ends there, or begins here.
                ways[-1].add_all(way.maybe() if before else way)
                ways[-1] = either([ways[-1], way])
            else:
                ways.append(way)
            falls = isinstance(each, r.Case) and not _ends_surely(each.statements)
            before, leaves = ends, leaves | ends
        into.add_all(either(ways if has_default else [*ways, Tally()]))
        return leaves - {"break"}

    def _loop(self, record: r.For | r.While | r.DoWhile, into: Tally) -> frozenset[str]:
        body, condition = Tally(), Tally()
        if isinstance(record, r.For) and record.initial is not None:
            self.statement(record.initial, into)
        if record.condition is not None:
            self.value(record.condition, condition)
        leaves = self.statement(record.body, body)
        is_left = bool(leaves & {"break", "return"})
        if isinstance(record, r.For) and record.step is not None:
            step = Tally()
            self.value(record.step, step)
            body.add_all(step.maybe() if is_left else step)
        times = self._rounds(record, is_left=is_left)
        into.add_all(body, times)
        if isinstance(record, r.DoWhile):
            into.add_all(condition, times)
        else:
            into.add_all(condition, times.plus(ONE.maybe() if is_left else ONE))
        return leaves - {"break", "continue"}

    def _rounds(self, record: r.For | r.While | r.DoWhile, *, is_left: bool) -> Amount:
        """Return how often a loop goes round, with a name of its own where that is not known."""
        known: int | str | None = None
        if isinstance(record, r.For) and not is_left:
            known = rounds(self._scope, record)
        elif record.condition is not None and self.constants.integer(record.condition) == 0:
            known = 1 if isinstance(record, r.DoWhile) else 0
        if isinstance(known, int):
            return number(known)
        if known is None:
            own = sum(each.startswith("rounds") for each in self.costs.counts) + 1
            known = f"rounds{own}"
        self.costs.counts.setdefault(known, []).append(Position(self.model, record))
        return count(known)

    # --- calls -----------------------------------------------------------------------------------

    def call(self, record: r.Call, into: Tally) -> None:
        """Count a call with its arguments, and what the called function does."""
        for each in record.arguments:
            self.value(each, into)
        name = builtin_name(self.model, record)
        if name:
            self.builtin(name, record, into)
            return
        function = user_function(self.model, record)
        definition = None if function is None else defined(self._program, function)
        if definition is None:
            self.leave(record, "it calls a function that is not known")
        elif definition.function in self._calls or len(self._calls) > _DEEPEST:
            self.leave(record, "it calls itself")
        else:
            passed = tuple(value(self._scope, each) for each in record.arguments)
            into.add_all(self._inside(definition, passed))

    def _inside(self, definition: Definition, passed: tuple[int | str | None, ...]) -> Tally:
        """Return what the body of a function does that is called with some values."""
        function = definition.function
        known = self._known.get((function, passed))
        if known is None:
            known = self._known[function, passed] = Tally()
            given: dict[Symbol, int | str | None] = dict(
                zip(function.parameters, passed, strict=False)
            )
            scope = Scope(definition.model, given, self._scope.sizes)
            calls = (*self._calls, function)
            walk = _Walk(self._program, self.costs, scope, calls, self._known)
            walk.statement(definition.body, known)
        return known


def _only_returns(record: r.Statement) -> bool:
    if isinstance(record, r.Compound) and len(record.statements) == 1:
        record = record.statements[0]
    return isinstance(record, r.Return)


def _alone(record: r.Statement) -> r.Compound:
    return r.Compound(record.start, record.end, (record,))


def _ends_surely(statements: Sequence[r.Statement]) -> bool:
    last = statements[-1] if statements else None
    if isinstance(last, r.Compound):
        return _ends_surely(last.statements)
    return isinstance(last, r.Break | r.Return | r.Continue)
