"""The strings that `printf` prints, shared by the rules about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import formats
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.types.symbols import ParameterVariable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import ItemModel


def printed_pointers(model: ItemModel, call: r.Call) -> Iterator[tuple[r.Expression, str]]:
    """Yield the `%s` arguments of a `printf` that are no literals, each with its conversion."""
    if builtin_name(model, call) != "printf" or not call.arguments:
        return
    printed: dict[r.Expression, str] = {}
    for _, meant in alternatives(model, call.arguments[0]):
        text = formats.characters(meant.texts) if isinstance(meant, r.StringLiteral) else None
        for one, index in formats.placed(text or ""):
            if one.conversion == "s" and not one.number and index < len(call.arguments):
                printed.setdefault(call.arguments[index], one.text)
    for argument, conversion in printed.items():
        for place in run_time_strings(model, argument, look_through=False):
            yield place, conversion


def is_handed_down(model: ItemModel, place: r.Expression) -> bool:
    """Tell whether a pointer is a parameter of a function that no host calls."""
    value = _moved(model, place)
    symbol = model.references.get(value) if isinstance(value, r.Name) else None
    return (
        isinstance(symbol, ParameterVariable)
        and symbol.function is not None
        and not symbol.function.is_kernel
    )


def run_time_strings(
    model: ItemModel, argument: r.Expression, *, look_through: bool
) -> Iterator[r.Expression]:
    """Yield the expressions for pointers to constant characters that are certainly no literals.

    Such a pointer is a variable, a parameter, an element, a member or a result. With
    `look_through`, a variable that never changes counts as its value. Arrays hold their characters
    themselves. An offset makes no difference.
    """
    for place, meant in alternatives(model, argument):
        value = _moved(model, meant if look_through else place)
        if isinstance(value, r.Name | r.Member | r.Index | r.Call) and _points_to_constant(
            model.types.get(value)
        ):
            yield place


def _moved(model: ItemModel, value: r.Expression) -> r.Expression:
    """Return the pointer that a sum begins with, or the value itself."""
    while isinstance(value, r.Binary) and value.operator.text in ("+", "-"):
        left = model.types.get(value.left, t.UNKNOWN_QUALIFIED).type
        value = unwrapped(value.right if isinstance(left, t.ScalarType) else value.left)
    return value


def _points_to_constant(kind: t.Qualified | None) -> bool:
    return (
        kind is not None
        and isinstance(kind.type, t.PointerType)
        and kind.type.pointee.space == t.CONSTANT
    )
