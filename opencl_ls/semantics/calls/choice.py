"""Overload resolution by the rules of C++, as compilers apply them (C++11 13.3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from opencl_ls.semantics.calls.conversions import EXACT, Conversion, Rank, better, conversion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics import types as t
    from opencl_ls.semantics.calls.model import Argument


class Candidate(Protocol):
    """A candidate of overload resolution: a built-in overload or a function of the program."""

    @property
    def parameters(self) -> tuple[t.Qualified, ...]:
        """The types of the parameters."""

    def accepts(self, count: int) -> bool:
        """Tell whether it takes that many arguments."""


AnyCandidate = TypeVar("AnyCandidate", bound=Candidate)


class Match(NamedTuple, Generic[AnyCandidate]):
    """An overload that takes the arguments, and how each of them becomes its parameter."""

    overload: AnyCandidate
    conversions: tuple[Conversion, ...]


def matches(
    overloads: Sequence[AnyCandidate], arguments: Sequence[Argument]
) -> list[Match[AnyCandidate]]:
    """Return the overloads that the arguments can be passed to."""
    found: list[Match[AnyCandidate]] = []
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


def best(found: Sequence[Match[AnyCandidate]]) -> Match[AnyCandidate] | None:
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


def contenders(found: Sequence[Match[AnyCandidate]]) -> list[Match[AnyCandidate]]:
    """Return the matches that no other one is better than."""
    return [
        each
        for each in found
        if not any(is_better(other, each) for other in found if other is not each)
    ]


def is_better(one: Match[AnyCandidate], other: Match[AnyCandidate]) -> bool:
    """Tell whether a match is better for some argument and worse for none.

    A pointer that compilers take only with a warning counts before anything else.
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


def _doubtful(match: Match[AnyCandidate]) -> frozenset[int]:
    return frozenset(
        index for index, step in enumerate(match.conversions) if step.rank is Rank.DUBIOUS
    )
