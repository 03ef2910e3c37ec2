"""The type of the place that the value of an expression goes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.jumps import function_result
from opencl_ls.semantics.lookup.operands import operands
from opencl_ls.semantics.types.symbols import Function, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel


def wanted_type(model: ItemModel, value: r.Expression) -> t.Qualified | None:
    """Return the type of the destination of a value, or of the other operand; None if unknown."""
    place, above = model.use_of(value)
    if isinstance(above, r.InitDeclarator | r.InitializerEntry):
        return _initialized(model, above)
    if isinstance(above, r.Return):
        return function_result(model, above)
    if isinstance(above, r.Call):
        return _parameter(model, above, place)
    pair = None if above is None else operands(above)
    if pair is None or place not in pair:
        return None
    return model.types.get(pair[1] if place is pair[0] else pair[0])


def _parameter(model: ItemModel, call: r.Call, argument: r.Record) -> t.Qualified | None:
    """Return the type of the parameter for an argument, if the function has one overload."""
    symbol = model.references.get(call.callee)
    kind = model.type_of(call.callee).type
    if isinstance(symbol, Function) and symbol.is_overloadable:
        return None
    if not isinstance(kind, t.FunctionType) or argument not in call.arguments:
        return None
    index = call.arguments.index(argument)
    return kind.parameters[index] if index < len(kind.parameters) else None


def _initialized(
    model: ItemModel, above: r.InitDeclarator | r.InitializerEntry
) -> t.Qualified | None:
    """Return the type of a variable, or of the elements of an array."""
    in_list = isinstance(above, r.InitializerEntry)
    declarator: r.Record | None = above
    if in_list:
        entries = model.parents.get(above)
        declarator = None if entries is None else model.parents.get(entries)
    symbol = None if declarator is None else model.declared.get(declarator)
    if not isinstance(symbol, Variable):
        return None
    if in_list:
        return symbol.type.type.element if isinstance(symbol.type.type, t.ArrayType) else None
    return symbol.type
