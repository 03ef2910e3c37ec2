"""Async copies and the events that tell when they are done (OpenCL C 6.15.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.calls import builtin_name
from opencl_ls.semantics.symbols import Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.symbols import Symbol


def is_copy(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a call is one of the async copies, whose last argument is an event."""
    name = builtin_name(model, call)
    return name.startswith("async_work_group_") and "copy" in name and len(call.arguments) > 1


def event_variable(model: ItemModel, call: r.Call) -> Variable | None:
    """Return the local variable that the event of a copy is kept in, None for anything else."""
    above = model.parents.get(call)
    while isinstance(above, r.Parenthesized):
        above = model.parents.get(above)
    symbol: Symbol | None = None
    if isinstance(above, r.InitDeclarator):
        symbol = model.declared.get(above)
    elif isinstance(above, r.Assignment) and above.operator.text == "=":
        symbol = model.references.get(unwrapped(above.left))
    if isinstance(symbol, Variable) and symbol.function is not None:
        return symbol
    return None


def uses(model: ItemModel, symbol: Symbol) -> list[r.Name]:
    """Return the names by which a variable is used."""
    return [
        name
        for name, known in model.references.items()
        if known is symbol and isinstance(name, r.Name)
    ]


def is_store(model: ItemModel, name: r.Name) -> bool:
    """Tell whether a name is what an assignment stores to."""
    above = model.parents.get(name)
    return isinstance(above, r.Assignment) and above.left is name


def copy_argument(model: ItemModel, name: r.Name) -> r.Call | None:
    """Return the copy that a name is handed to as the event, if it is."""
    above = model.parents.get(name)
    if isinstance(above, r.Call) and is_copy(model, above) and above.arguments[-1] is name:
        return above
    return None
