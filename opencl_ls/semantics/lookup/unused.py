"""The symbols of an item that are unused, or only stored to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import attributes_of_symbol
from opencl_ls.semantics.lookup.uses import changing, uses
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel

_ON_PURPOSE = frozenset(("unused", "used", "maybe_unused"))


def unused_symbols(model: ItemModel) -> list[Symbol]:
    """Return the named symbols that an item declares and does not use, in order.

    Symbols with an attribute that allows it are left out.
    """
    used = set(model.references.values())
    return [
        symbol
        for symbol in model.declared.values()
        if symbol.name and symbol not in used and not _is_on_purpose(symbol)
    ]


def only_stored(model: ItemModel) -> list[Variable | ParameterVariable]:
    """Return the variables and parameters of bodies that an item only stores to.

    `x += 1;` and `x++;` store if nothing takes their value.  Volatile objects, which others may
    read, are left out.
    """
    found: list[Variable | ParameterVariable] = []
    for symbol in model.declared.values():
        if not isinstance(symbol, Variable | ParameterVariable) or symbol.type.volatile:
            continue
        if isinstance(symbol, Variable) and (symbol.depth == 0 or "extern" in symbol.storage):
            continue
        names = uses(model, symbol)
        if (
            names
            and not _is_on_purpose(symbol)
            and all(_only_stores(model, each) for each in names)
        ):
            found.append(symbol)
    return found


def _only_stores(model: ItemModel, name: r.Name) -> bool:
    """Tell whether a name is the target of a store whose value is not used."""
    place: r.Expression = name
    above = model.parents.get(place)
    while _is_part(model, place, above):
        assert isinstance(above, r.Parenthesized | r.Member | r.Index)
        place, above = above, model.parents.get(above)
    change = changing(model, place)
    return change is not None and is_discarded(model, change)


def _is_part(model: ItemModel, place: r.Expression, above: r.Record | None) -> bool:
    """Tell whether the record above `place` names the same object or a part of it."""
    if type(above) is r.Member:
        return above.base is place and not above.arrow
    if type(above) is r.Index and above.base is place:
        kind = model.type_of(place).type
        return isinstance(kind, t.ArrayType | t.VectorType)
    return type(above) is r.Parenthesized


def is_discarded(model: ItemModel, expression: r.Expression) -> bool:
    """Tell whether the value of an expression is not used; doubt counts as no."""
    inner: r.Expression = expression
    above = model.parents.get(inner)
    while isinstance(above, r.Parenthesized | r.Binary):
        if type(above) is r.Binary and above.operator.text != ",":
            return False
        if type(above) is r.Binary and above.left is inner:
            return True
        inner, above = above, model.parents.get(above)
    if type(above) is r.For:
        return above.step is inner
    if type(above) is r.Cast:
        wanted = model.type_names.get(above.type)
        return wanted is not None and wanted.type is t.VOID
    if type(above) is not r.ExpressionStatement:
        return False
    body = model.parents.get(above)
    if type(body) is not r.Compound or body.statements[-1] is not above:
        return True
    return type(model.parents.get(body)) is not r.StatementExpression


def scope_of(model: ItemModel, symbol: Variable | ParameterVariable) -> r.Record | None:
    """Return the statement or the function at whose end the name of a variable ends."""
    declared = symbol.parameter if isinstance(symbol, ParameterVariable) else symbol.declaration
    return model.enclosing(declared, r.Compound, r.For, r.FunctionDefinition, r.BlockLiteral)


def _is_on_purpose(symbol: Symbol) -> bool:
    return any(entry.name.text.strip("_") in _ON_PURPOSE for entry in attributes_of_symbol(symbol))
