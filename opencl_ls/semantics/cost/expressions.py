"""The operations and the accesses of expressions, counted as the source has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.names import is_builtin
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.cost.amounts import ONE, Tally, either, number
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
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.operands import spine
from opencl_ls.semantics.memory.interleaving.accesses import Position
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics.model import ItemModel

_LITERALS: Final = (r.IntegerLiteral, r.FloatLiteral, r.CharacterLiteral, r.StringLiteral)
_UNEVALUATED: Final = (r.TypeQuery, r.OffsetOf, r.TypeArgument)
_PADDED: Final = 3
"""The width of vectors that take the room of four components."""
_NO_MEMORY: Final = (t.ArrayType, t.OpaqueType, t.ImageType, t.UnknownType)
"""Types of what is no object that is read: an array is a pointer, a sampler is no memory."""


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


class Expressions:
    """Counts the expressions of one item; each result goes `into` a tally."""

    def __init__(self, model: ItemModel, costs: Costs) -> None:
        self.model = model
        self.costs = costs
        self.constants = fixed_values(model)

    def statement(self, record: r.Statement | None, into: Tally) -> frozenset[str]:
        """Count a statement; return how it may leave the statements around it."""
        raise NotImplementedError

    def call(self, record: r.Call, into: Tally) -> None:
        """Count a call with its arguments."""
        raise NotImplementedError

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
                self.call(record, into)
            case r.Cast():
                self.value(record.operand, into)
            case r.StatementExpression():
                self.statement(record.body, into)
            case r.BlockLiteral() | r.GenericSelection() | r.BadExpression():
                self.leave(record, "this expression is not followed")
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
        if self.constants.integer(record) is not None:
            return True
        record = unwrapped(record)
        while isinstance(record, r.Unary) and record.operator in ("-", "+"):
            record = unwrapped(record.operand)
        if isinstance(record, r.Binary):
            first, links = spine(record)
            return all(map(self._is_constant, (first, *(each.right for each in links))))
        if isinstance(record, r.Name):
            return self.model.references.get(record) is None and is_builtin(record.name)
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
        is_pointer = isinstance(self.model.type_of(unwrapped(record)).type, t.PointerType)
        (self.value if is_pointer else self._place)(record, into)

    def _touch(self, record: r.Expression, into: Tally, *, is_write: bool) -> None:
        """Count an access to an object in memory that is not private."""
        record = unwrapped(record)
        kind = self.model.type_of(record)
        space = t.object_space(kind)
        if space in (t.PRIVATE, t.NO_SPACE) or isinstance(kind.type, _NO_MEMORY):
            return
        layout = layout_of(kind)
        if layout is None:
            self.leave(record, "the size of its type is not known")
            return
        size = layout[0]
        if isinstance(kind.type, t.VectorType) and kind.type.width == _PADDED:
            # The fourth component, which pads it, is not moved.
            size = size // 4 * _PADDED
        self._moved(record, space, size, into, is_write=is_write)

    def _moved(
        self, record: r.Expression, space: str, size: int, into: Tally, *, is_write: bool
    ) -> None:
        into.add(Traffic(space, is_write), number(size))
        into.add(Touched(Position(self.model, record), space, size, is_write), ONE)

    def _operation(self, operator: str, operands: Sequence[r.Expression], into: Tally) -> None:
        name = operation_name(operator)
        kinds = [self.model.type_of(each) for each in operands]
        found = scalar_of(kinds)
        if name and found is not None:
            into.add(Operation(name, found.name), number(found.width))

    def _binary(self, record: r.Binary, into: Tally) -> None:
        """Count a chain of operators from the left, which may be long."""
        first, links = spine(record)
        self.value(first, into)
        is_known = self._is_constant(first)
        for each in links:
            operator = each.operator.text
            if operator in ("&&", "||"):
                right = Tally()
                self.value(each.right, right)
                into.add_all(right.maybe())
            else:
                self.value(each.right, into)
            is_known = is_known and self._is_constant(each.right)
            if not is_known:
                self._operation(operator, (each.left, each.right), into)

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

    def builtin(self, name: str, record: r.Call, into: Tally) -> None:
        """Count a call of the built-in function `name` without its arguments."""
        found = cost_of(self.model, name, record)
        if found.is_barrier:
            into.add(BARRIER, ONE)
            into.add(Touched(Position(self.model, record), "", 0, is_write=False), ONE)
        if found.operation:
            kind = scalar_of([self.model.type_of(record)])
            if kind is not None:
                into.add(Operation(found.operation, kind.name), number(kind.width))
        if found.is_listed:
            kind = scalar_of([self.model.type_of(record)])
            width = 1 if kind is None or not found.by_component else kind.width
            into.add(Called(name, "" if kind is None else kind.name), number(width))
        for each in found.moves:
            self._moved(record, each.space, each.size, into, is_write=each.is_write)
        if found.reason:
            self.leave(record, found.reason)

    def leave(self, record: r.Record, reason: str) -> None:
        """Note a place that is not counted, and why."""
        self.costs.left.append(Left(Position(self.model, record), reason))
