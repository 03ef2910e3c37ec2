"""Which symbols of an item its names mention, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.symbols import ParameterVariable, Symbol, Typedef, Variable

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.syntax import records as r

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
