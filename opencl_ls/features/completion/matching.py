"""How a name agrees with what is typed of it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

EXACT: Final = 0
START: Final = 1
WORD: Final = 2
SCATTERED: Final = 3
"""The name begins as typed, or so but for the case; a word in it does; its letters occur in turn.

Lower ones are better.
"""
_LONGEST: Final = 64


@lru_cache(maxsize=16)
def filter_for(prefix: str) -> Callable[[str], object]:
    """Return the test whether the letters of a prefix occur in a name in turn, in any case."""
    if not prefix:
        return _any
    letters = map(re.escape, prefix[:_LONGEST])
    # The first of several places is as good as another, so that nothing is tried twice.
    pattern = "".join(f"[^{each}]*+{each}" for each in letters)
    return re.compile(pattern, re.IGNORECASE | re.DOTALL).match


def _any(_: str) -> bool:
    return True


def quality(name: str, prefix: str) -> int:
    """Return how well a name agrees with what is typed, for a name that passed the filter."""
    if name.startswith(prefix):
        return EXACT
    lowered, wanted = name.lower(), prefix.lower()
    if lowered.startswith(wanted):
        return START
    at = lowered.find(wanted)
    while at > 0:
        is_word = lowered[at - 1] == "_" or (name[at].isupper() and not name[at - 1].isupper())
        if is_word or lowered[at - 1].isdigit() != lowered[at].isdigit():
            return WORD
        at = lowered.find(wanted, at + 1)
    return SCATTERED
