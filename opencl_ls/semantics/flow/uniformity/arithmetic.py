"""The uniformity of what an operator computes, from that of its operands.

If an operator can make differing values equal again - a subtraction, a division, a mask - the
result is unknown.  A value that depends on a parameter of the function counts as one that differs:
a caller may pass such a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import sums
from opencl_ls.semantics.flow.uniformity import sources, spans
from opencl_ls.semantics.flow.uniformity.values import UNIFORM, UNKNOWN, Value, join, may_cancel
from opencl_ls.syntax.records import UNKNOWN_OPERATOR

if TYPE_CHECKING:
    from collections.abc import Sequence

RELATIONS: Final = frozenset(("<", "<=", ">", ">=", "==", "!="))
ORDERINGS: Final = frozenset(("<", "<=", ">", ">="))
_ADDING: Final = frozenset(("+", "+=", "|", "|="))
_SUBTRACTING: Final = frozenset(("-", "^", "-=", "^="))
_ERASING: Final = frozenset(("/", ">>", "/=", ">>="))
_MASKING: Final = frozenset(("&", "&=", "%", "%=", "|", "|="))
_LOW_BITS: Final = 31
_WORD: Final = 64
_INT_BITS: Final = 32
_LARGEST_GROUP: Final = 1024
"""Few devices run larger groups than this, in work-items."""
ARGUMENT: Final = "argument"
"""The quantity that the host passes to a kernel for a parameter."""
_FROM_ZERO: Final = frozenset(("local", "global"))
_TURNED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_WITHIN_SUBGROUP: Final = "sub_group"
LOW_MASK: Final = ("low mask", 0)
"""The value of `size - 1` for a `size` that is a power of two: the lowest bits."""


Sizes = tuple[int, ...] | None
"""A work-group size in three dimensions, None if none is required."""
SINGLE: Final = (1, 1, 1)


class Group(Struct, frozen=True):
    """The facts about the group: its width, and the required work-group size."""

    width: str
    sizes: Sizes

    def size(self, dimension: int) -> sums.Sum:
        """Return the size in a dimension, an unknown if none is required."""
        if self.sizes is not None and dimension < len(self.sizes):
            return sums.known(self.sizes[dimension])
        return sums.unknown(f"size {dimension}")

    def is_single(self, dimension: int) -> bool:
        """Tell whether the group is required to be one work-item wide in a dimension."""
        return self.size(dimension) == sums.known(1)

    def all(self) -> sums.Sum | None:
        """Return the number of work-items."""
        whole = sums.multiplied(self.size(0), self.size(1))
        return None if whole is None else sums.multiplied(whole, self.size(2))


def combined(operator: str, left: Value, right: Value, group: Group) -> Value:
    """Return the value of a binary operator, or of the compound assignment of that name."""
    if operator == UNKNOWN_OPERATOR:
        return UNKNOWN
    if operator in ("&&", "||"):
        return _logical(operator, left, right)
    if operator in RELATIONS:
        return _relation(operator, left, right, group)
    value = _computed(operator, left, right, group)
    span = _span(operator.removesuffix("="), left, right, group)
    return value if span is None else replace(value, span=span)


def span_of(value: Value, group: Group) -> spans.Span | None:
    """Return the bounds of a value, None if they are unknown."""
    if value.span is not None:
        return value.span
    if value.exact is not None:
        kind, number = value.exact
        if kind == "constant":
            return spans.point(sums.known(number))
        if kind == "local size":
            return spans.point(group.size(number))
        if kind == "global size":
            return spans.multiple(group.size(number))
        if kind in _FROM_ZERO:
            size = group.size(number)
            return spans.below(size, size if kind == "global" else None)
    return None if value.differs else spans.ANY


def joined_span(values: Sequence[Value], group: Group) -> spans.Span | None:
    """Return the bounds of a choice among some values, if they are worth keeping."""
    found: spans.Span | None = None
    for value in values:
        span = span_of(value, group)
        if span is not None and found is not None:
            span = spans.joined(found, span)
        if span is None or span == spans.ANY:
            return None
        found = span
    return found


def is_counted(kind: t.Type) -> bool:
    """Tell whether a type holds the values of ids and sizes unchanged."""
    element = kind.element if type(kind) is t.VectorType else kind
    return type(element) is not t.ScalarType or (not element.floating and element.bits >= _INT_BITS)


def is_floating(kind: t.Type) -> bool:
    """Tell whether a type is a floating number, or a vector of them."""
    element = kind.element if type(kind) is t.VectorType else kind
    return type(element) is t.ScalarType and element.floating


def _span(operator: str, left: Value, right: Value, group: Group) -> spans.Span | None:
    """Return the bounds of the result of an operator, if they are worth keeping."""
    if left.span is None and right.span is None and left.exact is None and right.exact is None:
        return None
    own, other = span_of(left, group), span_of(right, group)
    if own is None or other is None:
        return None
    is_counted = left.exact is not None and left.exact[0] in _FROM_ZERO
    found = spans.combined(operator, own, other, is_counted=is_counted)
    return None if found == spans.ANY else found


def _computed(operator: str, left: Value, right: Value, group: Group) -> Value:
    plain = join((left, right)).plain()
    if operator == "-" and left.is_uniform and right.exact == ("constant", 1):
        return Value(exact=LOW_MASK)
    if not plain.may_differ:
        return plain
    if operator in _SUBTRACTING:
        return plain if right.is_uniform or left.is_uniform else UNKNOWN
    if operator in _ADDING and may_cancel(left, right):
        return UNKNOWN
    if operator in _ERASING and not _survives(operator, left, right, group):
        return UNKNOWN
    if operator in _MASKING and _hides(operator[0], left, right, group):
        return UNKNOWN
    if operator in ("*", "*=") and ("constant", 0) in (left.exact, right.exact):
        return UNIFORM
    return plain


def _logical(operator: str, left: Value, right: Value) -> Value:
    """Return the value of `&&` or `||`, which a constant on one side may decide."""
    for side in (left.exact, right.exact):
        if side is not None and side[0] == "constant" and bool(side[1]) == (operator == "||"):
            return UNIFORM
    return join((left, right)).plain()


def _relation(operator: str, left: Value, right: Value, group: Group) -> Value:
    if _is_settled(operator, left.exact, right.exact):
        return UNIFORM
    whole = join((left, right)).plain()
    if whole.differs:
        own, other = span_of(left, group), span_of(right, group)
        if own is not None and other is not None and spans.is_settled(operator, own, other):
            # The uniform operand may really decide.
            return replace(whole, reason=None)
    if left.may_differ and right.may_differ:
        if left.exact is not None and left.exact == right.exact:
            return UNIFORM
        if may_cancel(left, right):
            return UNKNOWN
    if whole.may_differ and group.width == sources.SUBGROUP and operator in ORDERINGS:
        # A bound may well lie between two sub-groups.
        origin = None if whole.reason is None else whole.reason.chain()[-1].source
        kinds = {"" if side.exact is None else side.exact[0] for side in (left, right)}
        if kinds == {"global", ARGUMENT}:
            # The number of elements may be any, otherwise the test would be needless.
            return whole
        return whole if origin is not None and _WITHIN_SUBGROUP in origin else UNKNOWN
    return whole


def is_local_id(value: Value) -> bool:
    """Return whether a value is known to be the local id in a dimension."""
    return value.exact is not None and value.exact[0] == "local"


def _is_settled(operator: str, left: tuple[str, int] | None, right: tuple[str, int] | None) -> bool:
    """Tell whether ids are compared with a value that none of them reaches, as in `id < size`."""
    if left is None or right is None:
        return False
    if left[0] not in _FROM_ZERO:
        left, right = right, left
        operator = _TURNED.get(operator, operator)
    kind, dimension = left
    if kind not in _FROM_ZERO:
        return False
    if operator in ORDERINGS and right == (f"{kind} size", dimension):
        return True
    if right[0] != "constant":
        return False
    if operator not in ORDERINGS:
        return right[1] < 0
    # `i <= 7` and `i > 7` split the values where `i < 8` does.
    return right[1] + (operator in ("<=", ">")) <= 0


def _survives(operator: str, left: Value, right: Value, group: Group) -> bool:
    """Tell whether a difference survives a division or a shift to the right."""
    divisor = _divisor(operator, left, right, group)
    if divisor is not None:
        assert left.exact is not None
        return 0 < divisor < _end(left.exact[1], group.sizes)
    is_argument = left.exact is not None and left.exact[0] == ARGUMENT
    if not is_argument and None not in (left.exact, right.exact, group.sizes):
        return False
    return right.differs and not left.may_differ


def _divisor(operator: str, left: Value, right: Value, group: Group) -> int | None:
    """Return the constant that a local id is divided by, None for any other operation."""
    if operator not in _ERASING or left.exact is None or right.exact is None:
        return None
    kinds = (left.exact[0], right.exact[0], group.width)
    number = right.exact[1]
    if kinds != ("local", "constant", sources.GROUP) or number < 0:
        return None
    return 1 << min(number, _WORD) if operator.startswith(">>") else number


def _end(dimension: int, sizes: Sizes) -> int:
    """Return the size of the group in a dimension; without a required size it is the largest."""
    return sizes[dimension] if sizes is not None and dimension < len(sizes) else _LARGEST_GROUP


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
    hidden = right if mask is left else left
    if group.width == sources.GROUP and hidden.exact is not None and hidden.exact[0] == "local":
        lowest = number & -number
        return not 0 < lowest < _end(hidden.exact[1], group.sizes)
    if group.width == sources.SUBGROUP and not number & 1:
        return True
    return number & _LOW_BITS == 0
