"""Integers with unknown parts: sums of products of unknowns.

A sum maps each product, a sorted tuple of the names of unknowns, to its factor; the empty product
is the known part.  Equal sums are equal for all values of the unknowns.
"""

from __future__ import annotations

from collections import Counter
from math import gcd
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

Product = tuple[str, ...]
Sum = dict[Product, int]
Key = frozenset[tuple[Product, int]]
"""A sum as a hashable key, see `key`."""

_MOST_PRODUCTS = 12
_MOST_FACTORS = 6
_LARGEST = 1 << 64
BASE = "base"
"""The prefix of the unknowns that are the first global id of a group."""


def known(value: int) -> Sum:
    """Return a number as a sum."""
    return {(): value} if value else {}


def unknown(name: str) -> Sum:
    """Return the sum of one unknown."""
    return {(name,): 1}


def number(value: Sum) -> int | None:
    """Return the value of a sum, None if it has unknown parts."""
    if not value:
        return 0
    return value[()] if len(value) == 1 and () in value else None


def added(left: Sum, right: Sum, sign: int = 1) -> Sum:
    """Return the sum of two sums, or with the sign -1 their difference."""
    found = dict(left)
    for product, factor in right.items():
        total = found.get(product, 0) + sign * factor
        if total:
            found[product] = total
        else:
            found.pop(product, None)
    return found


def multiplied(left: Sum, right: Sum) -> Sum | None:
    """Return the product of two sums, None if it grows too large."""
    found: Sum = {}
    for product, factor in left.items():
        for other, further in right.items():
            if len(product) + len(other) > _MOST_FACTORS:
                return None
            both = tuple(sorted((*product, *other)))
            found[both] = found.get(both, 0) + factor * further
    is_small = all(abs(factor) <= _LARGEST for factor in found.values())
    return found if is_small and len(found) <= _MOST_PRODUCTS else None


def is_never_negative(value: Sum) -> bool:
    """Tell whether a sum is 0 or more for all unknowns, none of which is less than 1.

    If each of them is written as 1 plus a rest, no part is negative.
    """
    total: Sum = {}
    for product, factor in value.items():
        term: Sum | None = known(factor)
        for name in product:
            term = None if term is None else multiplied(term, {(): 1, (name,): 1})
        if term is None:
            return False
        total = added(total, term)
    return all(factor > 0 for factor in total.values())


def common(*values: Sum) -> Sum:
    """Return the largest product of a number and unknowns of which all sums are multiples."""
    number = 0
    names: Counter[str] | None = None
    for value in values:
        for product, factor in value.items():
            number = gcd(number, factor)
            names = Counter(product) if names is None else names & Counter(product)
    return {} if names is None else {tuple(sorted(names.elements())): number}


def key(value: Sum) -> Key:
    """Return a key that is equal for equal sums."""
    return frozenset(value.items())


def is_less(left: Sum, right: Sum) -> bool | None:
    """Tell whether a sum is less than another, None if it depends on the unknowns.

    An unknown bound counts as large, as for a group in the middle of the range: the ids are inside,
    and more iterations follow.
    """
    difference = added(right, left, -1)
    value = number(difference)
    if value is not None:
        return value > 0
    products = [product for product in difference if product]
    bounds = [each for each in products if not any(name.startswith(BASE) for name in each)]
    signs = {difference[product] > 0 for product in bounds or products}
    return signs == {True} if len(signs) == 1 else None


def _quotient(left: int, right: int) -> int | None:
    if right == 0:
        return None
    whole = abs(left) // abs(right)
    return whole if (left < 0) == (right < 0) else -whole


def _rest(left: int, right: int) -> int | None:
    whole = _quotient(left, right)
    return None if whole is None else left - whole * right


def _shifted(left: int, right: int, up: bool) -> int | None:
    if left < 0 or not 0 <= right < 32:
        return None
    return left << right if up else left >> right


ON_NUMBERS: dict[str, Callable[[int, int], int | None]] = {
    "/": _quotient,
    "%": _rest,
    "&": lambda left, right: left & right,
    "|": lambda left, right: left | right,
    "^": lambda left, right: left ^ right,
    "<<": lambda left, right: _shifted(left, right, True),
    ">>": lambda left, right: _shifted(left, right, False),
}
"""Operators that need numbers on both sides."""
