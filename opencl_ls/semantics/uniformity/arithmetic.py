"""The uniformity of what an operator computes, from that of its operands.

Where an operator can make equal again what differed - a subtraction, a division, a mask - the
result is unknown.  What depends on a parameter of the function counts like what differs: a caller
may pass something that does.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from opencl_ls.semantics.uniformity import sources
from opencl_ls.semantics.uniformity.values import UNIFORM, UNKNOWN, Value, join, may_cancel

RELATIONS: Final = frozenset(("<", "<=", ">", ">=", "==", "!="))
_ORDERINGS: Final = frozenset(("<", "<=", ">", ">="))
_ADDING: Final = frozenset(("+", "+=", "|", "|="))
_SUBTRACTING: Final = frozenset(("-", "^", "-=", "^="))
_ERASING: Final = frozenset(("/", ">>", "/=", ">>="))
_MASKING: Final = frozenset(("&", "&=", "%", "%=", "|", "|="))
_LOW_BITS: Final = 31
_WORD: Final = 64
_WITHIN_SUBGROUP: Final = "sub_group"
LOW_MASK: Final = ("low mask", 0)
"""What `size - 1` is where `size` is a power of two: the lowest bits."""


Sizes = tuple[int, ...] | None
"""A work-group size in three dimensions, None where none is required."""
SINGLE: Final = (1, 1, 1)


class Group(Struct, frozen=True):
    """What is known of the group: its width, and the work-group size that is required."""

    width: str
    sizes: Sizes


def combined(operator: str, left: Value, right: Value, group: Group) -> Value:
    """Return the value of a binary operator, or of the compound assignment of that name."""
    if operator in ("&&", "||"):
        return _logical(operator, left, right)
    if operator in RELATIONS:
        return _relation(operator, left, right, group)
    plain = join((left, right)).plain()
    if operator == "-" and left.is_uniform and right.exact == ("constant", 1):
        return Value(exact=LOW_MASK)
    if not plain.may_differ:
        return plain
    if operator in _SUBTRACTING:
        return plain if right.is_uniform or left.is_uniform else UNKNOWN
    if operator in _ADDING and may_cancel(left, right):
        return UNKNOWN
    if operator in _ERASING:
        return plain if _survives(operator, left, right, group) else UNKNOWN
    if operator in _MASKING:
        return UNKNOWN if _hides(operator[0], left, right, group) else plain
    if operator in ("*", "*=") and ("constant", 0) in (left.exact, right.exact):
        return UNIFORM
    return plain


def _logical(operator: str, left: Value, right: Value) -> Value:
    """Return the value of `&&` or `||`, which a constant on one side may decide alone."""
    for side in (left.exact, right.exact):
        if side is not None and side[0] == "constant" and bool(side[1]) == (operator == "||"):
            return UNIFORM
    return join((left, right)).plain()


def _relation(operator: str, left: Value, right: Value, group: Group) -> Value:
    if operator in _ORDERINGS and _is_settled(operator, left.exact, right.exact, group.sizes):
        return UNIFORM
    whole = join((left, right)).plain()
    if left.may_differ and right.may_differ:
        if left.exact == right.exact is not None:
            return UNIFORM
        if may_cancel(left, right):
            return UNKNOWN
    if whole.may_differ and group.width == sources.SUBGROUP and operator in _ORDERINGS:
        # A bound may well lie between two sub-groups.
        origin = None if whole.reason is None else whole.reason.chain()[-1].source
        return whole if origin is not None and _WITHIN_SUBGROUP in origin else UNKNOWN
    return whole


def _is_settled(
    operator: str,
    left: tuple[str, int] | None,
    right: tuple[str, int] | None,
    sizes: Sizes,
) -> bool:
    """Tell whether an ordering of ids is the same for all, as in `get_local_id(0) < size`."""
    if left is None or right is None:
        return False
    if left[0] not in ("local", "global"):
        left, right = right, left
        operator = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}[operator]
    kind, dimension = left
    if kind not in ("local", "global"):
        return False
    if right == (f"{kind} size", dimension):
        return True
    if right[0] != "constant":
        return False
    if right[1] < 0 or (right[1] == 0 and operator in ("<", ">=")):
        return True
    if kind != "local" or sizes is None or dimension >= len(sizes):
        return False
    bound = right[1] if operator in ("<", ">=") else right[1] + 1
    return bound >= sizes[dimension]


def _survives(operator: str, left: Value, right: Value, group: Group) -> bool:
    """Tell whether a difference outlives a division or a shift to the right."""
    if left.exact is None or right.exact is None or group.sizes is None:
        return right.differs and not left.may_differ
    (kind, dimension), (other, number) = left.exact, right.exact
    if (kind, other, group.width) != ("local", "constant", sources.GROUP) or number < 0:
        return False
    divisor = 1 << min(number, _WORD) if operator.startswith(">>") else number
    return dimension < len(group.sizes) and 0 < divisor < group.sizes[dimension]


def _hides(operator: str, left: Value, right: Value, group: Group) -> bool:
    """Tell whether `&`, `|` or `%` may leave only bits that are equal for all."""
    if operator != "%" and left.is_uniform == right.is_uniform:
        return may_cancel(left, right) or bool(left.parameters or right.parameters)
    mask = left if left.is_uniform and operator != "%" else right
    if mask.exact is None or mask.exact[0] != "constant":
        return operator == "|" or (operator == "&" and mask.exact != LOW_MASK)
    number = mask.exact[1]
    if operator == "%":
        return number in (0, 1, -1)
    if operator == "|":
        return number & _LOW_BITS == _LOW_BITS
    if group.width == sources.SUBGROUP and not number & 1:
        return True
    return number & _LOW_BITS == 0
