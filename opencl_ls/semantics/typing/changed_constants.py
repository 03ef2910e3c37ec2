"""Constants that become another number when they are stored (C11 6.3.1.3 and 6.3.1.4)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import float_value, integer_value, wrapped
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

CONSTANTS: Final = frozenset(
    (r.IntegerLiteral, r.FloatLiteral, r.Unary, r.Parenthesized, r.Conditional)
)
"""The classes of records that are literals, or may consist only of literals."""

_MOST_BITS: Final = 64
_NOT_DECIMAL: Final = ("0x", "0X", "0b", "0B")


def changed_constants(
    expression: r.Expression, destination: t.Qualified
) -> Iterator[p.ChangedConstant]:
    """Yield the literals of which an object of an integer type would hold another number.

    A scalar for a vector goes to each of its components.  Both choices of `?:` are looked at, and
    signs and parentheses belong to a literal.  A conversion that keeps the value or that C defines,
    such as -1 to unsigned, does not count.
    """
    kind = destination.type
    if type(kind) is t.VectorType:
        kind = kind.element
    if type(kind) is not t.ScalarType or kind.floating:
        return
    if type(expression) is r.Conditional:
        for choice in (expression.chosen, expression.otherwise):
            if choice is not None:
                yield from changed_constants(choice, destination)
        return
    literal, sign = _signed_literal(expression)
    if type(literal) is r.FloatLiteral:
        number = float_value(literal.text)
        if number is not None and (changed := _changed_float(number * sign, kind)):
            yield p.ChangedConstant(expression, destination, changed[0])
    elif type(literal) is r.IntegerLiteral and kind.name != "bool":
        value = None if "_" in literal.text else integer_value(literal.text)
        # A literal that fits no type at all has a problem of its own.
        if (
            value is not None
            and value.bit_length() <= _MOST_BITS
            and _is_cut(sign * value, literal.text, kind)
        ):
            yield p.ChangedConstant(expression, destination, wrapped(sign * value, kind))


def _signed_literal(expression: r.Expression) -> tuple[r.Expression, int]:
    """Return the expression below parentheses and signs, and 1 or -1 for these signs."""
    sign = 1
    while True:
        if type(expression) is r.Parenthesized:
            expression = expression.inner
        elif type(expression) is r.Unary and expression.operator in ("-", "+"):
            sign = -sign if expression.operator == "-" else sign
            expression = expression.operand
        else:
            return expression, sign


def _changed_float(number: float, kind: t.ScalarType) -> tuple[int | None] | None:
    """Return the integer that a number becomes, None in it for an undefined one; None if equal."""
    if kind.name == "bool":
        return None if number in (0, 1) else (1,)
    whole = math.trunc(number)
    if not _fits(whole, kind):
        return (None,)
    return None if whole == number else (whole,)


def _fits(number: int, kind: t.ScalarType) -> bool:
    least = -(1 << (kind.bits - 1)) if kind.signed else 0
    return least <= number < least + (1 << kind.bits)


def _is_cut(number: int, text: str, kind: t.ScalarType) -> bool:
    """Tell whether an integer needs more bits than its object has.

    A number that takes all of them and becomes negative counts where it is written in decimal:
    masks and bit patterns are not.
    """
    bits = (number if number >= 0 else ~number).bit_length() + (number < 0)
    if bits != kind.bits or not kind.signed or number < 0:
        return bits > kind.bits
    return not text.startswith(_NOT_DECIMAL) and not text.lower().rstrip("l").endswith("u")
