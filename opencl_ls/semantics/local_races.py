"""Races in local memory that can be proved: an element that one work-item writes and another reads.

Followed are the statements that every work-item of a group carries out, in their order, between
two barriers: the direct statements of a kernel, and the bodies of its counting loops.  A work-
item's own element is one with its local id as the index; the id moved by something, or an index
that is the same for all, means another's.  Anything less plain is left alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from opencl_ls.semantics import fences
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.calls import builtin_name, named_symbol
from opencl_ls.semantics.symbols import Function, ParameterVariable, Symbol, Variable
from opencl_ls.semantics.uniformity.functions import required_sizes
from opencl_ls.semantics.uniformity.sources import collective
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel

OWN: Final = "own"
OTHER: Final = "other"
SAME: Final = "same"
"""What an index means: one's own element, another's, or the same one for all."""

_MOVING: Final = frozenset(("+", "-", "^"))
_COPIES: Final = frozenset(("async_work_group_copy", "async_work_group_strided_copy"))


@dataclass(frozen=True, slots=True, eq=False)
class LocalRace:
    """A race on the local object `symbol`.

    `kind` is "race" (`write` and `read` with nothing between them), "scalar" (every work-item
    writes its own value to one object), "fence" (only `barrier` is between them, whose flags
    leave local memory out) or "copy" (`read` is an async copy of what was written).
    """

    kind: str
    symbol: Symbol
    write: r.Expression
    read: r.Expression | None = None
    barrier: fences.Barrier | None = None


def local_races(model: ItemModel) -> list[LocalRace]:
    """Return the races in the kernels of an item."""
    known = model.derived.get(__name__)
    if known is None:
        known = model.derived[__name__] = _found(model)
    return cast("list[LocalRace]", known)


def _found(model: ItemModel) -> list[LocalRace]:
    races: list[LocalRace] = []
    for symbol in model.exports.values():
        if not isinstance(symbol, Function) or symbol.definition is None or not symbol.is_kernel:
            continue
        sizes = required_sizes(model, symbol)
        called = {site.callee for site in model.calls if site.caller is symbol}
        if "get_local_id" not in called or sizes == (1, 1, 1) or _is_wide(model, symbol):
            continue
        races.extend(_Walk(model, symbol.definition.body).races)
    return races


def _is_wide(model: ItemModel, function: Function) -> bool:
    """Tell whether the kernel asks for its place in a dimension other than the first."""
    for site in model.calls:
        if site.caller is function and site.callee in ("get_local_id", "get_local_linear_id"):
            arguments = [unwrapped(each) for each in site.call.arguments]
            if not arguments or not isinstance(arguments[0], r.IntegerLiteral):
                return True
            if arguments[0].text.rstrip("uUlL") != "0":
                return True
    return False


class _Walk:
    def __init__(self, model: ItemModel, body: r.Compound) -> None:
        self.model = model
        self.races: list[LocalRace] = []
        self.writes: dict[Symbol, r.Expression] = {}
        self.reads: dict[Symbol, r.Expression] = {}
        self.barrier: fences.Barrier | None = None
        self.stored = self._stored_symbols(body)
        self.counters: set[Symbol] = set()
        self._row(body)

    def _stored_symbols(self, body: r.Compound) -> dict[Symbol, int]:
        """Return how often each variable is stored to, besides its initialiser."""
        counts: dict[Symbol, int] = {}
        waiting: list[r.Record] = [body]
        while waiting:
            each = waiting.pop()
            waiting.extend(r.children(each))
            place: r.Expression | None = None
            if isinstance(each, r.Assignment):
                place = each.left
            elif isinstance(each, r.Unary | r.Postfix) and each.operator in ("++", "--", "&"):
                place = each.operand
            while isinstance(place, r.Parenthesized | r.Member):
                place = place.inner if isinstance(place, r.Parenthesized) else place.base
            symbol = None if place is None else self.model.references.get(place)
            if symbol is not None:
                counts[symbol] = counts.get(symbol, 0) + 1
        return counts

    # --- statements ------------------------------------------------------------------------------

    def _forget(self) -> None:
        self.writes.clear()
        self.reads.clear()
        self.barrier = None

    def _row(self, body: r.Compound) -> None:
        for statement in body.statements:
            self._statement(statement)

    def _statement(self, statement: r.Statement) -> None:
        if isinstance(statement, r.Compound):
            self._row(statement)
        elif isinstance(statement, r.ExpressionStatement):
            self._expression(statement.expression)
        elif isinstance(statement, r.Declaration):
            for entry in statement.declarators:
                if entry.initializer is not None:
                    self._expression(entry.initializer)
        elif isinstance(statement, r.For) and self._is_counting(statement):
            self._statement(statement.body)
        elif isinstance(statement, r.If | r.EmptyStatement) and not self._synchronises(statement):
            # Who carries this out is not known; it neither races provably nor ends a race.
            return
        else:
            self._forget()

    def _is_counting(self, loop: r.For) -> bool:
        """Tell whether all work-items run a loop from one constant up to a bound they share."""
        start, test = loop.initial, loop.condition
        if not isinstance(start, r.Declaration) or len(start.declarators) != 1:
            return False
        entry = start.declarators[0]
        counter = self.model.declared.get(entry)
        if counter is None or self.stored.get(counter, 0) != 1 or self._synchronises(loop.body):
            return False
        if entry.initializer is None or self._form(entry.initializer) != SAME:
            return False
        if not isinstance(test, r.Binary) or self._form(test.right) != SAME:
            return False
        if not isinstance(loop.step, r.Unary | r.Postfix) or self._leaves(loop.body):
            return False
        self.counters.add(counter)
        return True

    def _leaves(self, record: r.Record) -> bool:
        waiting = [record]
        while waiting:
            each = waiting.pop()
            if isinstance(each, r.Break | r.Continue | r.Return | r.Goto | r.Label):
                return True
            waiting.extend(r.children(each))
        return False

    def _synchronises(self, record: r.Record) -> bool:
        """Tell whether something below may bring work-items together, or is not understood."""
        waiting = [record]
        while waiting:
            each = waiting.pop()
            if isinstance(each, r.Call) and self._is_meeting(each):
                return True
            if isinstance(each, r.Label | r.Goto | r.Assembly | r.BadStatement | r.BlockLiteral):
                return True
            waiting.extend(r.children(each))
        return False

    def _is_meeting(self, call: r.Call) -> bool:
        name = builtin_name(self.model, call)
        return not name or collective(name) is not None or "fence" in name or "barrier" in name

    # --- expressions -----------------------------------------------------------------------------

    def _expression(self, record: r.Expression) -> None:
        if isinstance(record, r.Call) and (is_barrier := self._barrier(record)) is not None:
            if is_barrier:
                self._forget()
            return
        if isinstance(record, r.Conditional | r.StatementExpression | r.BlockLiteral):
            if self._synchronises(record):
                self._forget()
            return
        if isinstance(record, r.Binary) and record.operator.text in ("&&", "||"):
            self._expression(record.left)
            return
        if isinstance(record, r.Assignment):
            self._assignment(record)
            return
        for below in r.children(record):
            if isinstance(below, r.Expression):
                self._expression(below)
            elif isinstance(below, r.InitializerEntry):
                self._expression(below.value)
        if isinstance(record, r.Call):
            self._call(record)
        elif isinstance(record, r.Index):
            self._read(record)

    def _barrier(self, call: r.Call) -> bool | None:
        """Take a barrier; tell whether it orders local memory, None for any other call."""
        barrier = fences.barrier_of(self.model, call)
        if barrier is None:
            return None
        flags = fences.flags_value(self.model, barrier.flags)
        if flags is None or flags & fences.LOCAL or flags == 0:
            return True
        self.barrier = barrier
        self.reads.clear()
        return False

    def _call(self, call: r.Call) -> None:
        name = builtin_name(self.model, call)
        if name in _COPIES and len(call.arguments) > 1:
            symbol = self._local_symbol(call.arguments[1])
            write = None if symbol is None else self.writes.get(symbol)
            if symbol is not None and write is not None and self.barrier is None:
                self.races.append(LocalRace("copy", symbol, write, call))
        if self._is_meeting(call):
            self._forget()

    def _assignment(self, record: r.Assignment) -> None:
        target = unwrapped(record.left)
        if record.operator.text != "=":
            self._expression(record.left)
        elif isinstance(target, r.Index):
            self._expression(target.index)
        self._expression(record.right)
        if isinstance(target, r.Index):
            self._write(target)
        elif isinstance(target, r.Name) and record.operator.text == "=":
            self._write_scalar(target, record)

    def _write(self, target: r.Index) -> None:
        symbol = self._local_symbol(target.base)
        if symbol is None or self._form(target.index) != OWN:
            return
        read = self.reads.pop(symbol, None)
        if read is not None:
            self.races.append(LocalRace("race", symbol, target, read))
            return
        self.writes[symbol] = target

    def _write_scalar(self, target: r.Name, record: r.Assignment) -> None:
        symbol = self.model.references.get(target)
        if not isinstance(symbol, Variable) or t.object_space(symbol.type) != t.LOCAL:
            return
        if not isinstance(symbol.type.type, t.ScalarType | t.VectorType) or symbol.type.volatile:
            return
        value = unwrapped(record.right)
        loaded = isinstance(value, r.Index) and self._form(value.index) in (OWN, OTHER)
        if loaded or self._form(value) in (OWN, OTHER):
            self.races.append(LocalRace("scalar", symbol, target))

    def _read(self, record: r.Index) -> None:
        symbol = self._local_symbol(record.base)
        if symbol is None or self._form(record.index) not in (OTHER, SAME):
            return
        write = self.writes.pop(symbol, None)
        if write is None:
            self.reads.setdefault(symbol, record)
        elif self.barrier is None:
            self.races.append(LocalRace("race", symbol, write, record))
        else:
            self.races.append(LocalRace("fence", symbol, write, record, self.barrier))

    def _local_symbol(self, base: r.Expression) -> Symbol | None:
        """Return the local array, or the pointer to local memory, that an expression names."""
        symbol = named_symbol(self.model, base)
        if not isinstance(symbol, Variable | ParameterVariable) or symbol in self.stored:
            return None
        kind = symbol.type.type
        if isinstance(kind, t.ArrayType):
            element, space = kind.element, t.object_space(symbol.type)
            is_plain = isinstance(symbol, Variable)
        elif isinstance(kind, t.PointerType):
            element, space = kind.pointee, t.object_space(kind.pointee)
            is_plain = isinstance(symbol, ParameterVariable)
        else:
            return None
        if not is_plain or space != t.LOCAL or element.volatile:
            return None
        return symbol if isinstance(element.type, t.ScalarType | t.VectorType) else None

    # --- indices ---------------------------------------------------------------------------------

    def _form(self, record: r.Expression, depth: int = 6) -> str:
        """Return what an index means, "" where it is not plain enough."""
        record = unwrapped(record)
        while isinstance(record, r.Cast):
            record = unwrapped(record.operand)
        if depth == 0:
            return ""
        if isinstance(record, r.IntegerLiteral):
            return SAME
        if isinstance(record, r.Call):
            return _CALLS.get(builtin_name(self.model, record), "")
        if isinstance(record, r.Name):
            return self._name_form(record, depth)
        if isinstance(record, r.Binary):
            left, right = self._form(record.left, depth - 1), self._form(record.right, depth - 1)
            if left == right == SAME:
                return SAME
            if record.operator.text not in _MOVING:
                return ""
            if (left, right) == (OWN, SAME):
                return OWN if self._is_zero(record.right) else OTHER
            if (left, right) == (SAME, OWN):
                return OWN if self._is_zero(record.left) and record.operator.text != "-" else OTHER
        return ""

    def _name_form(self, record: r.Name, depth: int) -> str:
        symbol = self.model.references.get(record)
        if symbol in self.counters:
            return SAME
        if symbol is None or symbol in self.stored:
            return ""
        if isinstance(symbol, ParameterVariable):
            is_number = isinstance(symbol.type.type, t.ScalarType)
            return SAME if symbol.function is not None and is_number else ""
        if not isinstance(symbol, Variable) or symbol.declarator.initializer is None:
            return ""
        if t.object_space(symbol.type) not in (t.PRIVATE, t.NO_SPACE):
            return ""
        if isinstance(symbol.type.type, t.ScalarType) and not symbol.type.type.floating:
            return self._form(symbol.declarator.initializer, depth - 1)
        return ""

    def _is_zero(self, record: r.Expression) -> bool:
        inner = unwrapped(record)
        return isinstance(inner, r.IntegerLiteral) and inner.text.rstrip("uUlL") in ("0", "0x0")


_CALLS: Final = {"get_local_id": OWN, "get_local_size": SAME, "get_group_id": SAME}
