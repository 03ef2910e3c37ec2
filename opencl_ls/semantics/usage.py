"""Which symbols of an item its names mention, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.symbols import ParameterVariable, Symbol, Typedef, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel

_ON_PURPOSE = frozenset(("unused", "used", "maybe_unused"))


def unused_symbols(model: ItemModel) -> list[Symbol]:
    """Return the named symbols that an item declares and none of its names stands for, in order.

    Symbols with an attribute that says so are unused on purpose and left out.
    """
    used = set(model.references.values())
    return [
        symbol
        for symbol in model.declared.values()
        if symbol.name and symbol not in used and not _is_on_purpose(symbol)
    ]


def keeper(model: ItemModel, call: r.Call) -> Variable | None:
    """Return the local variable that the result of a call is kept in, None for anything else."""
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


def _is_on_purpose(symbol: Symbol) -> bool:
    return any(entry.name.text.strip("_") in _ON_PURPOSE for entry in _attributes(symbol))


def _attributes(symbol: Symbol) -> tuple[r.Attribute, ...]:
    if isinstance(symbol, Variable | Typedef):
        declarator = symbol.declarator.declarator
        return symbol.declaration.specifiers.attributes + declarator.attributes
    if isinstance(symbol, ParameterVariable):
        parameter = symbol.parameter
        return parameter.specifiers.attributes + parameter.declarator.attributes
    return ()
