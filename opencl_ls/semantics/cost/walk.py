"""A walk through a kernel and all that it calls, which counts operations and memory accesses.

It counts what the source says, and what a compiler may make of it: not the arithmetic of addresses
that no operator writes, no conversions, and no constant expressions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.names import is_builtin
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.cost.amounts import ONE, Amount, Tally, count, either, number
from opencl_ls.semantics.cost.builtin_costs import cost_of
from opencl_ls.semantics.cost.keys import (
    BARRIER,
    Called,
    Operation,
    Touched,
    Traffic,
    operation_name,
    scalar_of,
)
from opencl_ls.semantics.cost.rounds import Scope, rounds, value
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name, user_function
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.memory.interleaving.accesses import Position
from opencl_ls.semantics.memory.interleaving.summaries import defined
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics.memory.interleaving.results import Program
    from opencl_ls.semantics.memory.interleaving.summaries import Definition
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Function, Symbol

_Call = tuple["Function", tuple[int | str | None, ...]]
"""A function, and the values that are passed, see `rounds.Scope`."""
_DEEPEST: Final = 12
"""The number of calls within each other that are followed."""
_LITERALS: Final = (r.IntegerLiteral, r.FloatLiteral, r.CharacterLiteral, r.StringLiteral)
_UNEVALUATED: Final = (r.TypeQuery, r.OffsetOf, r.TypeArgument)
_NO_MEMORY: Final = (t.ArrayType, t.OpaqueType, t.ImageType, t.UnknownType)
"""Types of what is no object that is read: an array is a pointer, a sampler is no memory."""
_ENDS: Final = {r.Return: "return", r.Break: "break", r.Continue: "continue"}
_NOTHING: Final = frozenset[str]()
_EMPTY: Final = r.InitializerList(0, 0, ())


class Guard(NamedTuple):
    """A condition that the counted work-item fulfils, or fails where `holds` is false."""

    position: Position
    holds: bool


class Left(NamedTuple):
    """A place that is not counted, and why, in words for a user."""

    position: Position
    reason: str


class Costs(NamedTuple):
    """What one work-item of a kernel does.

    `counts` gives the loops whose rounds each name in the amounts counts.  `guards` are the
    conditions of the work-item; one that does not fulfil them leaves at once.
    """

    tally: Tally
    counts: dict[str, list[Position]]
    guards: list[Guard]
    left: list[Left]


def costs_of(program: Program, kernel: Definition, sizes: tuple[int, int, int] | None) -> Costs:
    """Return what a work-item of a kernel does, in groups of `sizes` where these are known."""
    costs = Costs(Tally(), {}, [], [])
    scope = Scope(kernel.model, {}, sizes)
    _Walk(program, costs, scope, (kernel.function,), {}).kernel(kernel.body)
    return costs


class _Walk:
    """The walk through one function; `known` are the calls that were counted before."""

    def __init__(
        self,
        program: Program,
        costs: Costs,
        scope: Scope,
        calls: tuple[Function, ...],
        known: dict[_Call, Tally],
    ) -> None:
        self._program = program
        self._costs = costs
        self._scope = scope
        self._model: ItemModel = scope.model
        self._calls = calls
        self._constants = fixed_values(scope.model)
        self._known = known

    def kernel(self, body: r.Compound) -> None:
        """Count the body of a kernel, for the work-items that pass its guards."""
        into = self._costs.tally
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
        self._costs.guards.append(Guard(Position(self._model, record.condition), holds))

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
                self._leave(record, "this statement is not followed")
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
        known = self._constants.integer(record.condition)
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
            self._leave(record, "this switch is not followed")
            return _NOTHING
        ways: list[Tally] = []
        leaves, falls, has_default = _NOTHING, False, False
        for each in body.statements:
            way = Tally()
            ends = self.statement(each, way)
            has_default |= isinstance(each, r.Case) and each.value is None
            if falls:
                ways[-1].add_all(way.maybe())
            else:
                ways.append(way)
            falls = isinstance(each, r.Case) and not _ends_surely(each.statements)
            leaves |= ends
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
        elif record.condition is not None and self._constants.integer(record.condition) == 0:
            known = 1 if isinstance(record, r.DoWhile) else 0
        if isinstance(known, int):
            return number(known)
        if known is None:
            own = sum(each.startswith("rounds") for each in self._costs.counts) + 1
            known = f"rounds{own}"
        self._costs.counts.setdefault(known, []).append(Position(self._model, record))
        return count(known)

    # --- expressions -----------------------------------------------------------------------------

    def value(self, record: r.Expression, into: Tally) -> None:
        """Count what the value of an expression takes."""
        record = unwrapped(record)
        if isinstance(record, (*_LITERALS, *_UNEVALUATED)) or self._is_constant(record):
            return
        match record:
            case r.Name() | r.Index() | r.Member() | r.Unary(operator="*"):
                self._place(record, into)
                self._touch(record, into, is_write=False)
            case r.Unary() | r.Postfix():
                self._unary(record, into)
            case r.Binary():
                self._binary(record, into)
            case r.Assignment():
                self._assignment(record, into)
            case r.Conditional():
                self._conditional(record, into)
            case r.Call():
                self._call(record, into)
            case r.Cast():
                self.value(record.operand, into)
            case r.StatementExpression():
                self._sequence(record.body.statements, into)
            case r.BlockLiteral() | r.GenericSelection() | r.BadExpression():
                self._leave(record, "this expression is not followed")
            case r.VectorLiteral() | r.CompoundLiteral() | r.InitializerList():
                self._parts(record, into)

    def _parts(self, record: r.Expression, into: Tally) -> None:
        for each in r.children(record):
            inner = each.value if isinstance(each, r.InitializerEntry) else each
            if isinstance(inner, r.Expression):
                self.value(inner, into)

    def _unary(self, record: r.Unary | r.Postfix, into: Tally) -> None:
        if record.operator == "&":
            self._place(record.operand, into)
        elif record.operator in ("++", "--"):
            self._place(record.operand, into)
            self._touch(record.operand, into, is_write=False)
            self._operation("+", (record.operand,), into)
            self._touch(record.operand, into, is_write=True)
        else:
            self.value(record.operand, into)
            self._operation(record.operator, (record.operand,), into)

    def _is_constant(self, record: r.Expression) -> bool:
        """Return whether a compiler knows a value: an integer, or a sum of constants."""
        if self._constants.integer(record) is not None:
            return True
        record = unwrapped(record)
        while isinstance(record, r.Unary) and record.operator in ("-", "+"):
            record = unwrapped(record.operand)
        if isinstance(record, r.Binary):
            return self._is_constant(record.left) and self._is_constant(record.right)
        if isinstance(record, r.Name):
            return self._model.references.get(record) is None and is_builtin(record.name)
        return isinstance(record, r.FloatLiteral)

    def _place(self, record: r.Expression, into: Tally) -> None:
        """Count what it takes to know where an object is."""
        record = unwrapped(record)
        match record:
            case r.Name():
                return
            case r.Index():
                self._base(record.base, into)
                self.value(record.index, into)
            case r.Member():
                self._base(record.base, into)
            case r.Unary(operator="*"):
                self._base(record.operand, into)
            case _:
                self.value(record, into)

    def _base(self, record: r.Expression, into: Tally) -> None:
        """Count a pointer by its value, and an array or a struct by its place."""
        is_pointer = isinstance(self._model.type_of(unwrapped(record)).type, t.PointerType)
        (self.value if is_pointer else self._place)(record, into)

    def _touch(self, record: r.Expression, into: Tally, *, is_write: bool) -> None:
        """Count an access to an object in memory that is not private."""
        record = unwrapped(record)
        kind = self._model.type_of(record)
        space = t.object_space(kind)
        if space in (t.PRIVATE, t.NO_SPACE) or isinstance(kind.type, _NO_MEMORY):
            return
        layout = layout_of(kind)
        if layout is None:
            self._leave(record, "the size of its type is not known")
            return
        self._moved(record, space, layout[0], into, is_write=is_write)

    def _moved(
        self, record: r.Expression, space: str, size: int, into: Tally, *, is_write: bool
    ) -> None:
        into.add(Traffic(space, is_write), number(size))
        into.add(Touched(Position(self._model, record), space, size, is_write), ONE)

    def _operation(self, operator: str, operands: Sequence[r.Expression], into: Tally) -> None:
        name = operation_name(operator)
        kinds = [self._model.type_of(each) for each in operands]
        found = scalar_of(kinds)
        if name and found is not None:
            into.add(Operation(name, found.name), number(found.width))

    def _binary(self, record: r.Binary, into: Tally) -> None:
        operator = record.operator.text
        self.value(record.left, into)
        if operator in ("&&", "||"):
            right = Tally()
            self.value(record.right, right)
            into.add_all(right.maybe())
        else:
            self.value(record.right, into)
        self._operation(operator, (record.left, record.right), into)

    def _assignment(self, record: r.Assignment, into: Tally) -> None:
        self.value(record.right, into)
        self._place(record.left, into)
        operator = record.operator.text.removesuffix("=")
        if operator:
            self._touch(record.left, into, is_write=False)
            self._operation(operator, (record.left, record.right), into)
        self._touch(record.left, into, is_write=True)

    def _conditional(self, record: r.Conditional, into: Tally) -> None:
        self.value(record.condition, into)
        ways = []
        for arm in (record.chosen, record.otherwise):
            way = Tally()
            if arm is not None:
                self.value(arm, way)
            ways.append(way)
        into.add_all(either(ways))

    # --- calls -----------------------------------------------------------------------------------

    def _call(self, record: r.Call, into: Tally) -> None:
        for each in record.arguments:
            self.value(each, into)
        name = builtin_name(self._model, record)
        if name:
            self._builtin(name, record, into)
            return
        function = user_function(self._model, record)
        definition = None if function is None else defined(self._program, function)
        if definition is None:
            self._leave(record, "it calls a function that is not known")
        elif definition.function in self._calls or len(self._calls) > _DEEPEST:
            self._leave(record, "it calls itself")
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
            walk = _Walk(self._program, self._costs, scope, calls, self._known)
            walk.statement(definition.body, known)
        return known

    def _builtin(self, name: str, record: r.Call, into: Tally) -> None:
        found = cost_of(self._model, name, record)
        if found.is_barrier:
            into.add(BARRIER, ONE)
            into.add(Touched(Position(self._model, record), "", 0, is_write=False), ONE)
        if found.operation:
            kind = scalar_of([self._model.type_of(record)])
            if kind is not None:
                into.add(Operation(found.operation, kind.name), number(kind.width))
        if found.is_listed:
            kind = scalar_of([self._model.type_of(record)])
            width = 1 if kind is None or not found.by_component else kind.width
            into.add(Called(name, "" if kind is None else kind.name), number(width))
        for each in found.moves:
            self._moved(record, each.space, each.size, into, is_write=each.is_write)
        if found.reason:
            self._leave(record, found.reason)

    def _leave(self, record: r.Record, reason: str) -> None:
        self._costs.left.append(Left(Position(self._model, record), reason))


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
