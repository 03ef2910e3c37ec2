"""The possible values of an argument: the arms of `?:`, and the one value of a variable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import is_automatic, unwrapped
from opencl_ls.semantics.lookup.constness import fixed_initializer, fixed_values
from opencl_ls.semantics.lookup.uses import address_taken, changing, uses, whole_place
from opencl_ls.semantics.model import derived_by_key
from opencl_ls.semantics.types.symbols import Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import ItemModel

_DEEPEST: Final = 4
_WRITTEN_IN_PARTS: Final = (t.ArrayType, t.AggregateType, t.UnknownType)


def alternatives(
    model: ItemModel, expression: r.Expression
) -> Iterator[tuple[r.Expression, r.Expression]]:
    """Yield each place in an expression that may give its value, with the expression for it.

    The two differ only for the name of a variable, which has the expression of its only value.
    """
    inner = unwrapped(expression)
    if not isinstance(inner, r.Conditional):
        yield inner, _named(model, inner)
        return
    condition = fixed_values(model).integer(inner.condition)
    if condition is None or condition:
        yield from alternatives(model, inner.chosen or inner.condition)
    if not condition:
        yield from alternatives(model, inner.otherwise)


def only_written(model: ItemModel, expression: r.Expression) -> r.Expression:
    """Return the only value of a variable that an expression names, or the expression."""
    return _named(model, unwrapped(expression))


def _named(model: ItemModel, expression: r.Expression) -> r.Expression:
    for _ in range(_DEEPEST):
        symbol = model.references.get(expression)
        value = None if symbol is None else only_value(model, symbol)
        if value is None:
            break
        expression = unwrapped(value)
    return expression


@derived_by_key
def only_value(model: ItemModel, symbol: Symbol) -> r.Expression | None:
    """Return the value that is stored in a variable if that happens exactly once; else None."""
    fixed = fixed_initializer(symbol)
    if fixed is not None or not isinstance(symbol, Variable):
        return fixed
    if not is_automatic(symbol) or isinstance(symbol.type.type, _WRITTEN_IN_PARTS):
        return None
    value = symbol.declarator.initializer
    for name in uses(model, symbol):
        change = changing(model, name)
        if change is None and not _may_change(model, name):
            continue
        if value is not None or not isinstance(change, r.Assignment) or change.operator.text != "=":
            return None
        value = change.right
    return value


def never_changes(model: ItemModel, symbol: Symbol) -> bool:
    """Tell whether nothing in the item stores to a variable or a parameter, or takes its address.

    For an array or a struct this is about the name itself, and not about what it decays to.
    """
    return not any(_may_change(model, name) for name in uses(model, symbol))


def _may_change(model: ItemModel, name: r.Name) -> bool:
    """Tell whether a variable, or a component of it, is stored to or its address taken here."""
    place = whole_place(model, name)
    return bool(changing(model, place) or address_taken(model, place))
