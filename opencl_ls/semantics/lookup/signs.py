"""Comparisons of a signed and an unsigned integer (C11 6.3.1.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.types.conversions import arithmetic_type, common_scalar, promoted
from opencl_ls.semantics.types.operators import EQUALITY, RELATIONAL
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics import types as t
    from opencl_ls.semantics.model import ItemModel

_TRUTHS: Final = RELATIONAL | EQUALITY | {"&&", "||"}
_KEEPING: Final = frozenset(("+", "*", "/", "|", "^"))
"""Operators whose result is not negative if neither operand is and none overflows."""


def turned_unsigned(model: ItemModel, record: r.Binary) -> r.Expression | None:
    """Return the operand of a comparison that may be negative and counts as unsigned, or None.

    With `==` and `!=` it makes no difference if the other one has fewer bits than are compared.
    """
    left, right = _integer(model, record.left), _integer(model, record.right)
    if left is None or right is None or left.signed is right.signed:
        return None
    common = common_scalar(promoted(left), promoted(right))
    if common.signed:
        return None
    signed, other = (record.left, record.right) if left.signed else (record.right, record.left)
    constants = fixed_values(model)
    if constants.integer(record.left) is not None and constants.integer(record.right) is not None:
        return None
    if is_never_negative(model, signed):
        return None
    if record.operator.text in EQUALITY and _width(model, other) < common.bits:
        return None
    return signed


def is_never_negative(model: ItemModel, expression: r.Expression) -> bool:
    """Tell whether an expression cannot be negative, by its operators and types."""
    expression = unwrapped(expression)
    value = fixed_values(model).integer(expression)
    if value is not None:
        return value >= 0
    if type(expression) is r.Binary:
        return _keeps_sign(model, expression)
    if type(expression) is r.Unary:
        return expression.operator == "!"
    if type(expression) is r.Conditional:
        arms = (expression.chosen or expression.condition, expression.otherwise)
        return all(is_never_negative(model, arm) for arm in arms)
    kind = _integer(model, expression)
    if type(expression) is r.Cast and kind is not None and kind.signed:
        inner = _integer(model, expression.operand)
        if inner is None or inner.bits > kind.bits:
            return False
        if inner.bits == kind.bits and not inner.signed:
            return _width(model, expression.operand) < kind.bits
        return is_never_negative(model, expression.operand)
    return kind is not None and not kind.signed


def _keeps_sign(model: ItemModel, record: r.Binary) -> bool:
    operator = record.operator.text
    if operator in _TRUTHS:
        return True
    if operator == "&":
        return is_never_negative(model, record.left) or is_never_negative(model, record.right)
    if operator in (">>", "%"):
        return is_never_negative(model, record.left)
    if operator == ",":
        return is_never_negative(model, record.right)
    if operator in _KEEPING:
        return is_never_negative(model, record.left) and is_never_negative(model, record.right)
    return False


def _width(model: ItemModel, expression: r.Expression) -> int:
    """Return how many bits an unsigned value may have."""
    value = fixed_values(model).integer(expression)
    if value is not None:
        return value.bit_length()
    expression = unwrapped(expression)
    kind = _integer(model, expression)
    most = 64 if kind is None else kind.bits
    if type(expression) is r.Binary and expression.operator.text == "&":
        sides = (expression.left, expression.right)
        return min(most, *(_width(model, side) for side in sides))
    if type(expression) is r.Binary and expression.operator.text == ">>":
        by = fixed_values(model).integer(expression.right)
        return most if by is None else max(0, _width(model, expression.left) - by)
    return most


def _integer(model: ItemModel, expression: r.Expression) -> t.ScalarType | None:
    kind = arithmetic_type(model.type_of(expression).type)
    return None if kind is None or kind.floating else kind
