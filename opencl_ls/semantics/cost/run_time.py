"""Values that no compiler of a kernel knows: they come from ids, arguments or memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.alternatives import only_value
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.uses import UNEVALUATED
from opencl_ls.semantics.types.symbols import ParameterVariable, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel

_IDS: Final = frozenset(("get_global_id", "get_local_id", "get_group_id"))
_DEEPEST: Final = 6
"""The variables within each other that are followed to their values."""


def is_from_run_time(model: ItemModel, expression: r.Expression, depth: int = _DEEPEST) -> bool:
    """Return whether a part of a value is certainly known at run time only.

    A value of a called function is not: a compiler may know what is passed.
    """
    waiting: list[r.Record] = [expression]
    while waiting:
        each = waiting.pop()
        if isinstance(each, UNEVALUATED):
            continue
        if isinstance(each, r.Call) and builtin_name(model, each) in _IDS:
            return True
        if isinstance(each, r.Name) and _is_named(model, each, depth):
            return True
        if isinstance(each, r.Index | r.Member | r.Unary):
            if t.object_space(model.type_of(each)) in (t.GLOBAL, t.LOCAL):
                return True
        waiting.extend(r.children(each))
    return False


def is_argument(model: ItemModel, expression: r.Expression) -> bool:
    """Return whether an expression names an argument of a kernel, or a variable with its value."""
    symbol = model.references.get(expression)
    for _ in range(_DEEPEST):
        value = only_value(model, symbol) if isinstance(symbol, Variable) else None
        if not isinstance(value, r.Name):
            break
        symbol = model.references.get(value)
    return isinstance(symbol, ParameterVariable) and _is_of_kernel(symbol)


def _is_named(model: ItemModel, name: r.Name, depth: int) -> bool:
    symbol = model.references.get(name)
    if isinstance(symbol, ParameterVariable):
        return _is_of_kernel(symbol) and isinstance(symbol.type.type, t.ScalarType)
    if not isinstance(symbol, Variable) or depth == 0:
        return False
    value = only_value(model, symbol)
    return value is not None and is_from_run_time(model, value, depth - 1)


def _is_of_kernel(parameter: ParameterVariable) -> bool:
    function = parameter.function
    return function is not None and function.is_kernel
