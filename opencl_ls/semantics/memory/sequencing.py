"""What one expression does to a variable twice without an order between the two (C11 6.5p2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct, field

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.operands import spine
from opencl_ls.semantics.model import derived, derived_by_key
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.semantics.model import ItemModel

_STEPS: Final = ("++", "--")
_DEEPEST: Final = 200
_OPAQUE: Final = (
    r.BlockLiteral,
    r.StatementExpression,
    r.TypeQuery,
    r.GenericSelection,
    r.BadExpression,
)


class Conflict(NamedTuple):
    """A variable is changed by `change`, and changed or read by `other`, in no order."""

    symbol: Symbol
    change: r.Expression
    other: r.Expression
    twice: bool


class _Effects(Struct):
    """What an expression changes and reads; `pending` may come after its value is known."""

    changes: dict[Symbol, r.Expression] = field(default_factory=dict[Symbol, r.Expression])
    pending: dict[Symbol, r.Expression] = field(default_factory=dict[Symbol, r.Expression])
    reads: dict[Symbol, r.Expression] = field(default_factory=dict[Symbol, r.Expression])


def conflicts(model: ItemModel, change: r.Expression) -> list[Conflict]:
    """Return what the expression around a change does in no order, each conflict once.

    Nothing is found where the change lies very deep in it.
    """
    whole, depth = _around(model, change)
    return _conflicts_in(model, whole) if depth < _DEEPEST else []


def _around(model: ItemModel, record: r.Expression) -> tuple[r.Expression, int]:
    """Return the outermost expression around one, and in how many expressions that one lies.

    What lies above is climbed once, however many changes are below it.
    """
    known = _known_around(model)
    climbed: list[r.Expression] = []
    while record not in known:
        climbed.append(record)
        above = model.parents.get(record)
        if not isinstance(above, r.Expression) or isinstance(above, r.StatementExpression):
            known[record] = record, 0
        else:
            record = above
    whole, depth = known[record]
    for each in reversed(climbed):
        if each is not record:
            depth += 1
            known[each] = whole, depth
    return whole, depth


@derived
def _known_around(_: ItemModel) -> dict[r.Expression, tuple[r.Expression, int]]:
    return {}


@derived_by_key
def _conflicts_in(model: ItemModel, whole: r.Expression) -> list[Conflict]:
    sequencer = _Sequencer(model)
    sequencer.effects(whole)
    return list(sequencer.found.values())


class _Sequencer:
    def __init__(self, model: ItemModel) -> None:
        self._model = model
        self.found: dict[r.Expression, Conflict] = {}

    def effects(self, record: r.Expression) -> _Effects:
        record = unwrapped(record)
        if isinstance(record, r.Name):
            symbol = self._variable(record)
            return _Effects() if symbol is None else _Effects(reads={symbol: record})
        if isinstance(record, r.Unary | r.Postfix) and record.operator in _STEPS:
            return self._step(record, unwrapped(record.operand))
        if isinstance(record, r.Unary) and record.operator == "&":
            return self._place(unwrapped(record.operand))
        if isinstance(record, r.Assignment):
            return self._assignment(record)
        if isinstance(record, r.Binary):
            return self._binary(record)
        if isinstance(record, r.Conditional):
            arms = [each for each in (record.chosen, record.otherwise) if each is not None]
            return _then(self.effects(record.condition), _joined(map(self.effects, arms)))
        if isinstance(record, r.Call):
            made = self._beside(record.arguments)
            # All arguments are done with before the function begins.
            return _Effects(made.changes, {}, made.reads)
        if isinstance(record, r.Index):
            return self._beside((record.base, record.index))
        if isinstance(record, _OPAQUE):
            return _Effects()
        below = (each for each in r.children(record) if isinstance(each, r.Expression))
        return _joined(map(self.effects, below))

    def _binary(self, record: r.Binary) -> _Effects:
        leftmost, steps = spine(record)
        made = self.effects(leftmost)
        for step in steps:
            right = self.effects(step.right)
            if step.operator.text in (",", "&&", "||"):
                made = _then(made, right)
            else:
                made = self._unordered(made, right)
        return made

    def _step(self, record: r.Unary | r.Postfix, operand: r.Expression) -> _Effects:
        symbol = self._variable(operand)
        if symbol is None:
            return self._place(operand)
        return _Effects({symbol: record}, {symbol: record})

    def _assignment(self, record: r.Assignment) -> _Effects:
        target = unwrapped(record.left)
        symbol = self._variable(target)
        left = self._place(target)
        if symbol is not None and record.operator.text != "=":
            left = _Effects(reads={symbol: target})
        made = self._unordered(left, self.effects(record.right))
        if symbol is not None:
            pending = made.pending.get(symbol)
            if pending is not None:
                self._note(Conflict(symbol, pending, target, True))
            made.changes[symbol] = made.pending[symbol] = record
        return made

    def _place(self, record: r.Expression) -> _Effects:
        """Return what it takes to find an object: a variable by itself takes nothing."""
        return _Effects() if isinstance(record, r.Name) else self.effects(record)

    def _beside(self, records: Iterable[r.Expression]) -> _Effects:
        made = _Effects()
        for record in records:
            made = self._unordered(made, self.effects(record))
        return made

    def _unordered(self, left: _Effects, right: _Effects) -> _Effects:
        for symbol, change in right.changes.items():
            if symbol in left.changes:
                self._note(Conflict(symbol, change, left.changes[symbol], True))
            elif symbol in left.reads:
                self._note(Conflict(symbol, change, left.reads[symbol], False))
        for symbol, change in left.changes.items():
            if symbol in right.reads and symbol not in right.changes:
                self._note(Conflict(symbol, change, right.reads[symbol], False))
        return _joined((left, right))

    def _note(self, conflict: Conflict) -> None:
        self.found.setdefault(conflict.change, conflict)

    def _variable(self, record: r.Expression) -> Symbol | None:
        if not isinstance(record, r.Name):
            return None
        symbol = self._model.references.get(record)
        if not isinstance(symbol, Variable | ParameterVariable):
            return None
        kind = symbol.type.type
        return symbol if isinstance(kind, t.ScalarType | t.VectorType | t.PointerType) else None


def _joined(parts: Iterable[_Effects]) -> _Effects:
    made = _Effects()
    for part in parts:
        made.changes.update(part.changes)
        made.pending.update(part.pending)
        made.reads.update(part.reads)
    return made


def _then(first: _Effects, second: _Effects) -> _Effects:
    """Return the effects of two expressions of which the first is done with before the second."""
    made = _joined((first, second))
    made.pending = dict(second.pending)
    return made
