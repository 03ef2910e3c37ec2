"""Return statements, labels and jumps of a body, and the function that a record is in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import derived
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.semantics.model import ItemModel

_Named = TypeVar("_Named", r.Label, r.Goto)


def returns_of(body: r.Compound) -> list[r.Return]:
    """Return the return statements of a block's body, except those of blocks inside it."""
    found: list[r.Return] = []
    pending: list[r.Record] = [body]
    while pending:
        record = pending.pop()
        if isinstance(record, r.Return):
            found.append(record)
        elif isinstance(record, r.Statement) and not isinstance(record, r.Declaration):
            pending.extend(child for child in r.children(record) if isinstance(child, r.Statement))
    return sorted(found, key=lambda record: record.start)


def enclosing_function(model: ItemModel, record: r.Record) -> Function | None:
    """Return the function around a record; None inside a block literal."""
    above = model.enclosing(record, r.BlockLiteral, r.FunctionDefinition)
    symbol = None if above is None else model.declared.get(above)
    return symbol if isinstance(symbol, Function) else None


def function_result(model: ItemModel, record: r.Record) -> t.Qualified | None:
    """Return the type that the function around a record returns; None inside a block literal."""
    function = enclosing_function(model, record)
    kind = None if function is None else function.type.type
    return kind.result if isinstance(kind, t.FunctionType) else None


_HOLDING: Final = frozenset(
    (r.Compound, r.Case, r.Label, r.Attributed, r.If, r.For, r.While, r.DoWhile)
)
"""The statements that hold others and may be part of a switch; not a switch itself."""


def labels_of(switch: r.Switch) -> list[r.Case]:
    """Return the labels of a switch in their order, except those of inner switches."""
    found: list[r.Case] = []
    pending: list[r.Record] = [switch.body]
    while pending:
        record = pending.pop()
        if type(record) is r.Case:
            found.append(record)
        if type(record) in _HOLDING:
            pending.extend(reversed(r.children(record)))
    return found


def labels_named(model: ItemModel, name: str) -> list[r.Label]:
    """Return the labels of a name in an item."""
    return _labels(model).get(name, [])


def jumps_to(model: ItemModel, name: str) -> list[r.Goto]:
    """Return the `goto` statements of an item that lead to a label of a name."""
    return _jumps(model).get(name, [])


@derived
def _labels(model: ItemModel) -> dict[str, list[r.Label]]:
    return _by_name(model.of_kind(r.Label))


@derived
def _jumps(model: ItemModel) -> dict[str, list[r.Goto]]:
    return _by_name(model.of_kind(r.Goto))


def _by_name(records: Iterable[_Named]) -> dict[str, list[_Named]]:
    """Return labels or jumps by their names; one index serves all jumps and labels of an item."""
    found: dict[str, list[_Named]] = {}
    for each in records:
        found.setdefault(each.name.text, []).append(each)
    return found
