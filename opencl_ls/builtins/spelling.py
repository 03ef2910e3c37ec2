"""The names that are similar to a misspelt one."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


_NAMES: Final = 10_000
"""The number of cached names; a program with its built-ins has fewer."""

_PAIRS: Final = 4_000
"""The number of cached distances: the next key mostly asks for the same names."""

_FURTHEST: Final = 3
"""The most letters of a misspelling, and the largest change of the length."""


_MANY: Final = 200
"""With more names it takes too long to compare each with all misspelt ones."""


class Names:
    """Candidates for the correction of a name, by their lengths."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_length: dict[int, list[str]] = {}
        for name in names:
            self._by_length.setdefault(len(name), []).append(name)

    def nearest(self, name: str, accepts: Callable[[str], bool] | None = None) -> list[str]:
        """Return the one that `name` most likely misspells, as `nearest` does."""
        # Those of the same length come first: after a near one few others are compared in full.
        lengths = sorted(
            range(len(name) - _FURTHEST, len(name) + _FURTHEST + 1),
            key=lambda length: abs(length - len(name)),
        )
        rows = (self._by_length.get(length, ()) for length in lengths)
        return nearest(name, chain.from_iterable(rows), accepts=accepts)


class Candidates(tuple[str, ...]):  # noqa: SLOT001 (it caches results)
    """Candidates for many misspelt names, such as the members of a struct.

    Among few names any misspelling is found, among more than `_MANY` only one wrong letter: then
    the two names have a common string with a letter of each removed.
    """

    def nearest(self, name: str) -> list[str]:
        """Return the one that `name` most likely misspells, as `nearest` does."""
        if len(self) <= _MANY:
            return nearest(name, self)
        rows = (self._shortened.get(each, ()) for each in _without_a_letter(name))
        return nearest(name, dict.fromkeys(chain.from_iterable(rows)))

    @cached_property
    def _shortened(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in self:
            for each in _without_a_letter(name):
                found.setdefault(each, []).append(name)
        return found


def _without_a_letter(name: str) -> set[str]:
    """Return a name in lower case, and all strings with one of its letters removed."""
    name = name.lower()
    return {name, *(name[:index] + name[index + 1 :] for index in range(len(name)))}


def nearest(
    name: str,
    candidates: Iterable[str],
    limit: int = 1,
    accepts: Callable[[str], bool] | None = None,
) -> list[str]:
    """Return up to `limit` candidates that `name` may misspell, best first.

    A candidate counts when a third of the letters at most (and never more than three) have to be
    inserted, removed, replaced or swapped with a neighbour; a difference only in case is the
    smallest of all, and the only one that counts in a name of one or two letters.  `accepts` says
    which near candidates count.
    """
    allowed = min(_FURTHEST, len(name) // 3)
    lowered, letters = name.lower(), _letters(name)
    found: list[tuple[int, int, str]] = []
    for candidate in candidates:
        if abs(len(candidate) - len(name)) > allowed or candidate == name:
            continue
        # Each letter that the other name lacks costs something by itself.
        others = _letters(candidate)
        if (letters & ~others).bit_count() > allowed or (others & ~letters).bit_count() > allowed:
            continue
        distance = edit_distance(lowered, candidate.lower(), allowed)
        if distance <= allowed and (accepts is None or accepts(candidate)):
            # Among equals, the one with the same beginning and end is more often meant.
            found.append((distance, -_alike(lowered, candidate.lower()), candidate))
            if limit == 1:
                # Candidates that are further away do not count.
                allowed = distance
    return [candidate for _, _, candidate in sorted(found)[:limit]]


@lru_cache(_NAMES)
def _letters(name: str) -> int:
    """Return a set of the letters of a name, in any case; some letters share a bit."""
    found = 0
    for letter in name.lower():
        found |= 1 << (ord(letter) & 63)
    return found


@lru_cache(_PAIRS)
def edit_distance(left: str, right: str, limit: int) -> int:
    """Return how many letters to insert, remove, replace or swap; `limit` + 1 if there are more.

    This is the optimal string alignment distance.  It stops at a row in which no cell can lead to a
    distance within the limit.
    """
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    # Equal letters at both ends cost nothing and are skipped.
    alike = _prefix(left, right)
    left, right = left[alike:], right[alike:]
    alike = _prefix(left[::-1], right[::-1])
    left, right = left[: len(left) - alike], right[: len(right) - alike]
    # Each letter that the other name lacks costs something by itself, and names without a common
    # letter can only be replaced.
    one, other = set(left), set(right)
    if len(one - other) > limit or len(other - one) > limit:
        return limit + 1
    if one.isdisjoint(other):
        return min(max(len(left), len(right)), limit + 1)
    before: list[int] = []
    previous = list(range(len(right) + 1))
    for row, letter in enumerate(left, 1):
        current = [row]
        for column, facing in enumerate(right, 1):
            cost = min(
                previous[column] + 1,
                current[column - 1] + 1,
                previous[column - 1] + (letter != facing),
            )
            swapped = row > 1 and column > 1 and letter == right[column - 2]
            if swapped and left[row - 2] == facing:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        if min(current) > limit and min(previous) > limit:
            return limit + 1
        before, previous = previous, current
    return min(previous[-1], limit + 1)


def _alike(left: str, right: str) -> int:
    """Return how many letters agree at the beginning and at the end together."""
    return _prefix(left, right) + _prefix(left[::-1], right[::-1])


def _prefix(left: str, right: str) -> int:
    for index, (one, other) in enumerate(zip(left, right, strict=False)):
        if one != other:
            return index
    return min(len(left), len(right))
