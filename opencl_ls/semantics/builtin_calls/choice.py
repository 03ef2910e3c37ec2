"""The choice among overloads, after C++'s rules as compilers apply them (C++11 13.3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.semantics.builtin_calls.conversions import (
    EXACT,
    Conversion,
    Rank,
    better,
    conversion,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics.builtin_calls.model import Argument
    from opencl_ls.semantics.builtin_calls.overloads import Overload


class Match(NamedTuple):
    """An overload that takes the arguments, and how each of them becomes its parameter."""

    overload: Overload
    conversions: tuple[Conversion, ...]


def matches(overloads: Sequence[Overload], arguments: Sequence[Argument]) -> list[Match]:
    """Return the overloads that the arguments can be passed to."""
    found: list[Match] = []
    count = len(arguments)
    for overload in overloads:
        if not overload.accepts(count):
            continue
        steps: list[Conversion] = []
        for argument, parameter in zip(arguments, overload.parameters, strict=False):
            step = conversion(argument, parameter)
            if step is None:
                break
            steps.append(step)
        else:
            steps += [EXACT] * (count - len(steps))
            found.append(Match(overload, tuple(steps)))
    return found


def best(found: Sequence[Match]) -> Match | None:
    """Return the match that is better than each of the others, or None when there is none."""
    if not found:
        return None
    leader = found[0]
    for other in found[1:]:
        if is_better(other, leader):
            leader = other
    if all(other is leader or is_better(leader, other) for other in found):
        return leader
    return None


def contenders(found: Sequence[Match]) -> list[Match]:
    """Return the matches that no other one is better than."""
    return [
        each
        for each in found
        if not any(is_better(other, each) for other in found if other is not each)
    ]


def is_better(one: Match, other: Match) -> bool:
    """Tell whether a match is better for some argument and worse for none.

    A pointer that is taken with a warning alone counts before anything else.
    """
    doubts, others = _doubtful(one), _doubtful(other)
    if doubts != others:
        return doubts < others
    gains = False
    for index, (left, right) in enumerate(zip(one.conversions, other.conversions, strict=True)):
        if index >= len(one.overload.parameters) or index >= len(other.overload.parameters):
            break
        order = better(
            left, right, one.overload.parameters[index], other.overload.parameters[index]
        )
        if order < 0:
            return False
        gains = gains or order > 0
    return gains


def _doubtful(match: Match) -> frozenset[int]:
    return frozenset(
        index for index, step in enumerate(match.conversions) if step.rank is Rank.DUBIOUS
    )
