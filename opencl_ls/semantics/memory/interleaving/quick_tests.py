"""Tests that see most pairs of accesses apart at once, without a search for two work-items.

Two accesses meet where the difference of their offsets lies in a small window.  The tests look at
the offsets alone: what they see apart is apart under each condition.

Source: the GCD test and the Banerjee test of dependence analysis, in R. Allen and K. Kennedy,
"Optimizing Compilers for Modern Architectures", 2001, chapter 3.
"""

from __future__ import annotations

from math import gcd, inf
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection

    from opencl_ls.semantics.memory.interleaving.accesses import Access
    from opencl_ls.semantics.memory.interleaving.launch import Launch
    from opencl_ls.semantics.memory.interleaving.terms import Term, Unknown


def alike_where_they_meet(
    launch: Launch, first: Access, second: Access, own: Collection[str]
) -> set[Unknown] | None:
    """Return unknowns that are equal at two work-items whose accesses meet, None if none meet.

    Each of the two has values of its own for the unknowns of the scopes `own`.
    """
    alike = {each for each in (*launch.locals, *launch.groups) if not _most(launch, each)}
    windows = [(first.offset, second.offset, 1 - first.size, second.size - 1)]
    windows += [(*pair, 0, 0) for pair in zip(first.coordinates, second.coordinates, strict=False)]
    for one, other, low, high in windows:
        difference = _difference(launch, one, other, own, alike)
        if difference is None:
            continue
        if _is_beyond(difference, low, high):
            return None
        alike.update(_forced_alike(difference, low, high))
    return alike


class _Difference(NamedTuple):
    """A sum of a constant and of unknowns with factors, which are in ranges.

    `moved` are those with one factor at both work-items: the factor is that of the difference of
    their values, which is at most the range.  `others` have values from 0 up to the range.
    """

    constant: int
    moved: dict[Unknown, tuple[int, float]]
    others: list[tuple[int, float]]


def _difference(
    launch: Launch, one: Term, other: Term, own: Collection[str], alike: Collection[Unknown]
) -> _Difference | None:
    """Return the difference of a term at the first work-item and one at the second.

    None where it has an unknown of which the range is needed and not known.
    """
    left, start = _factors(one)
    right, end = _factors(other)
    moved: dict[Unknown, tuple[int, float]] = {}
    others: list[tuple[int, float]] = []
    for unknown in dict.fromkeys((*left, *right)):
        here, there = left.get(unknown, 0), right.get(unknown, 0)
        if here == there:
            if unknown.scope in own and unknown not in alike:
                moved[unknown] = here, _most(launch, unknown)
            continue
        most = _most(launch, unknown)
        if most == inf:
            return None
        parts = (here, -there) if unknown.scope in own else (here - there,)
        others += [(factor, most) for factor in parts if factor]
    return _Difference(start - end, moved, others)


def _factors(term: Term) -> tuple[dict[Unknown, int], int]:
    """Return the factors and the constant of a term, with the usual values of lengths."""
    found: dict[Unknown, int] = {}
    constant = term.constant
    for unknown, value in term.factors.items():
        each, factor = unknown, value
        if each.product is not None:
            each, size = each.product
            factor *= size.usual
        if each.is_length:
            constant += factor * each.usual
        else:
            found[each] = found.get(each, 0) + factor
    return found, constant


def _most(launch: Launch, unknown: Unknown) -> float:
    """Return the largest value of an id, which begins at 0; infinity for other unknowns."""
    for dimension, item, group in zip(launch.dimensions, launch.locals, launch.groups, strict=True):
        if unknown is item:
            return launch.sizes[dimension] - 1
        if unknown is group:
            return launch.most_groups(dimension) - 1
    return inf


def _is_beyond(difference: _Difference, low: int, high: int) -> bool:
    """Return whether no value of a difference is in a window, by its divisor or by its range."""
    constant, moved, others = difference
    divisor = gcd(*(factor for factor, _ in (*moved.values(), *others)))
    if divisor:
        nearest = constant + (low - constant + divisor - 1) // divisor * divisor
        if nearest > high:
            return True
    reach = sum(abs(factor) * most for factor, most in moved.values())
    least = constant - reach + sum(factor * most for factor, most in others if factor < 0)
    greatest = constant + reach + sum(factor * most for factor, most in others if factor > 0)
    return greatest < low or least > high


def _forced_alike(difference: _Difference, low: int, high: int) -> list[Unknown]:
    """Return the unknowns that both have alike where a difference is in a window.

    One such has a factor that all others together do not reach, as the row of an element has.
    """
    if difference.others:
        return []
    found: list[Unknown] = []
    reach: float = max(abs(low - difference.constant), abs(high - difference.constant))
    rest = sorted(difference.moved.items(), key=lambda each: abs(each[1][0]))
    reaches = []
    for _, (factor, most) in rest:
        reaches.append(reach)
        reach += abs(factor) * most
    for (unknown, (factor, _)), below in zip(reversed(rest), reversed(reaches), strict=True):
        if abs(factor) <= below:
            break
        found.append(unknown)
    return found
