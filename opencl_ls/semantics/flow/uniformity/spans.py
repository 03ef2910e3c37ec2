"""Ranges of the integers that the work-items of a group have, relative to a common multiple.

A span is `low` to `high`, counted from some multiple of `step` that is the same for all of them.
`get_group_id(0) * 16 + get_local_id(0)` is 0 to the size of the group less 1, counted from a
multiple of 16.  A comparison of two such numbers is uniform if the whole span of their difference
is between two multiples.  The sizes of a group that no kernel requires are unknowns of at least 1.
Global ids are assumed to begin with a multiple of the size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics.constants import sums

if TYPE_CHECKING:
    from opencl_ls.semantics.constants.sums import Sum

_ONE: Final = sums.known(1)
_LONGEST_SHIFT: Final = 31


class Span(Struct, frozen=True):
    """The numbers from `low` to `high`, counted from some multiple of `step`.

    An empty `step` is 0: nothing is added.
    """

    low: Sum
    high: Sum
    step: Sum

    @property
    def is_point(self) -> bool:
        """All work-items have the same number."""
        return self.low == self.high


ANY: Final = Span({}, {}, _ONE)
"""Some number that is the same for all work-items."""


def point(value: Sum) -> Span:
    """Return the span of one number."""
    return Span(value, value, {})


def multiple(step: Sum) -> Span:
    """Return the span of some multiple of a number."""
    return Span({}, {}, step)


def below(end: Sum, step: Sum | None = None) -> Span:
    """Return the span from 0 to less than a number, counted from multiples of `step`."""
    return Span({}, sums.added(end, _ONE, -1), step or {})


def joined(one: Span, other: Span) -> Span | None:
    """Return the span of a choice of two, None if they have different steps."""
    distance = sums.added(one.low, other.low, -1)
    if sums.added(one.high, other.high, -1) != distance:
        return None
    return Span(one.low, one.high, sums.common(one.step, other.step, distance))


def combined(operator: str, left: Span, right: Span, *, is_counted: bool) -> Span | None:
    """Return the span of the result of an operator, None if it is unknown.

    `is_counted` is true if the left operand is never negative.
    """
    if operator == "+":
        return _added(left, right)
    if operator == "-":
        return _added(left, Span(_negative(right.high), _negative(right.low), right.step))
    if operator == "*":
        return _multiplied(left, right)
    number = _number(right)
    if operator in ("<<", ">>"):
        if number is None or not 0 <= number <= _LONGEST_SHIFT:
            return None
        power = sums.known(1 << number)
        if operator == ">>":
            return _divided(left, 1 << number)
        return _multiplied(left, point(power))
    if operator == "/":
        return None if number is None or number <= 0 else _divided(left, number)
    if operator == "%":
        return _rest(left, right, is_counted=is_counted)
    if operator == "&":
        return _masked(right) or _masked(left)
    return None


def is_settled(operator: str, left: Span, right: Span) -> bool:
    """Tell whether a comparison is uniform."""
    difference = _added(left, Span(_negative(right.high), _negative(right.low), right.step))
    low, high, step = difference.low, difference.high, difference.step
    if operator in ("==", "!="):
        return _is_between(sums.added(low, _ONE, -1), high, step)
    if operator in ("<=", ">"):
        # `i <= 7` and `i > 7` split the numbers where `i < 8` does.
        low, high = sums.added(low, _ONE, -1), sums.added(high, _ONE, -1)
    return _is_between(low, high, step)


def _is_between(low: Sum, high: Sum, step: Sum) -> bool:
    """Tell whether all from `low` to `high` have the same multiples of `step` at or below them."""
    never_negative = sums.is_never_negative
    if not step:
        return never_negative(low) or never_negative(sums.added(_negative(high), _ONE, -1))
    multiples = {
        product: factor
        for product, factor in low.items()
        if sums.common({product: factor}, step) == step
    }
    low, high = sums.added(low, multiples, -1), sums.added(high, multiples, -1)
    numbers = sums.number(low), sums.number(step)
    for times in (numbers[0] // numbers[1],) if numbers[0] is not None and numbers[1] else (0, -1):
        start = {product: times * factor for product, factor in step.items()}
        end = sums.added(sums.added(start, step), _ONE, -1)
        if never_negative(sums.added(low, start, -1)) and never_negative(sums.added(end, high, -1)):
            return True
    return False


def _negative(value: Sum) -> Sum:
    return sums.added({}, value, -1)


def _number(span: Span) -> int | None:
    """Return the number of a span of one known number, or None."""
    return None if span.step or not span.is_point else sums.number(span.low)


def _added(left: Span, right: Span) -> Span:
    low, high = sums.added(left.low, right.low), sums.added(left.high, right.high)
    return Span(low, high, sums.common(left.step, right.step))


def _multiplied(left: Span, right: Span) -> Span | None:
    if right.is_point:
        left, right = right, left
    products = sums.multiplied(left.low, right.low), sums.multiplied(left.high, right.high)
    steps = [
        sums.multiplied(left.step, right.step),
        sums.multiplied(left.low, right.step),
        sums.multiplied(left.step, right.low),
    ]
    low, high = products
    if low is None or high is None or None in steps:
        return None
    step = sums.common(*(each for each in steps if each is not None))
    if left.is_point and right.is_point:
        return Span(low, high, step)
    if left.step or (right.step and not left.is_point):
        return None
    if left.is_point and sums.is_never_negative(_negative(left.low)):
        return Span(high, low, step)
    # Both ends grow with the factor, unless one is negative.
    if not sums.is_never_negative(left.low):
        return None
    if not left.is_point and not sums.is_never_negative(right.low):
        return None
    return Span(low, high, step)


def _divided(span: Span, divisor: int) -> Span | None:
    if not sums.is_never_negative(span.low) or any(each % divisor for each in span.step.values()):
        return None
    low, high = sums.number(span.low), sums.number(span.high)
    return Span(
        {} if low is None else sums.known(low // divisor),
        span.high if high is None else sums.known(high // divisor),
        {product: factor // divisor for product, factor in span.step.items()},
    )


def _rest(span: Span, divisor: Span, *, is_counted: bool) -> Span | None:
    end = divisor.low
    is_positive = sums.is_never_negative(sums.added(end, _ONE, -1))
    if divisor.step or not divisor.is_point or not is_positive:
        return None
    if span.step or not sums.is_never_negative(span.low):
        return below(end) if is_counted else None
    is_within = sums.is_never_negative(sums.added(sums.added(end, _ONE, -1), span.high, -1))
    return span if is_within else below(end)


def _masked(mask: Span) -> Span | None:
    """Return the span of a masked value, which is at most the mask."""
    if mask.step or not mask.is_point or not sums.is_never_negative(mask.low):
        return None
    return Span({}, mask.low, {})
