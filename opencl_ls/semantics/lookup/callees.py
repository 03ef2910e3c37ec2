"""The symbols that the names in calls and operands refer to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.builtins.names import is_builtin
from opencl_ls.semantics.types.symbols import Function, Symbol
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel


def named_symbol(model: ItemModel, expression: r.Expression) -> Symbol | None:
    """Return the symbol that an expression names, through parentheses; None for anything else."""
    while type(expression) is r.Parenthesized:
        expression = expression.inner
    return model.references.get(expression) if type(expression) is r.Name else None


def builtin_name(model: ItemModel, call: r.Call) -> str:
    """Return the name of the built-in function that a call names, else "".

    A declaration of the program hides it, and an undeclared name may be anything.
    """
    callee = call.callee
    while type(callee) is r.Parenthesized:
        callee = callee.inner
    if type(callee) is r.Name and model.references.get(callee) is None:
        return callee.name if is_builtin(callee.name) else ""
    return ""


def is_sound(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a call of a built-in function fits one of its overloads, as far as is known."""
    resolution = model.resolutions.get(call)
    return resolution is None or not resolution.problems


def user_function(model: ItemModel, call: r.Call) -> Function | None:
    """Return the function of the program that a call names, None if it may be overloaded."""
    symbol = named_symbol(model, call.callee)
    if isinstance(symbol, Function) and not symbol.is_overloadable:
        return symbol
    return None
