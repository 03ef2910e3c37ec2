"""How well a name matches a typed prefix."""

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
FAR: Final = 4
"""The kinds of a match: the name begins with the prefix, or does in another case, or a word in it
does; or the letters occur in order from the start of a word on, or from anywhere; lower is better.
"""
_LONGEST: Final = 64


@lru_cache(maxsize=16)
def filter_for(prefix: str) -> Callable[[str], object]:
    """Return the test whether the letters of a prefix occur in a name in order, in any case."""
    if not prefix:
        return _any
    letters = map(re.escape, prefix[:_LONGEST])
    # The first of several places is as good as another, so there is no backtracking.
    pattern = "".join(f"[^{each}]*+{each}" for each in letters)
    return re.compile(pattern, re.IGNORECASE | re.DOTALL).match


def _any(_: str) -> bool:
    return True


def quality(name: str, prefix: str) -> int:
    """Return how well a name that passed the filter matches the prefix."""
    if name.startswith(prefix):
        return EXACT
    lowered, sought = name.lower(), prefix.lower()
    if lowered.startswith(sought):
        return START
    starts = [at for at in range(len(name)) if lowered[at] == sought[0] and _begins_word(name, at)]
    if any(lowered.startswith(sought, at) for at in starts):
        return WORD
    accepts = filter_for(prefix)
    return SCATTERED if any(accepts(name[at:]) for at in starts) else FAR


def _begins_word(name: str, at: int) -> bool:
    """Tell whether a word begins at a letter of a name: `b` and `B` in `a_b`, `aB` and `a2b`."""
    if at == 0 or name[at - 1] == "_":
        return True
    return (name[at].isupper() and not name[at - 1].isupper()) or (
        name[at - 1].isdigit() != name[at].isdigit()
    )
