"""The constants of a parameter or a type."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from opencl_ls.analysis.query_results import NameContext

# Flags that are joined before a place.
_WRITTEN: Final = re.compile(r"(?:\b\w+\s*\|\s*)+\Z", re.ASCII)
_WORD: Final = re.compile(r"\w+", re.ASCII)
_REACH: Final = 400
# Only one of each may be chosen.
_ALTERNATIVES: Final = ("CLK_ADDRESS_", "CLK_FILTER_", "CLK_NORMALIZED_COORDS_")


def open_values(text: str, context: NameContext) -> tuple[str, ...]:
    """Return the constants for a place, without those that are joined by `|` before it."""
    start = context.replace.start
    before = _WRITTEN.search(text, max(0, start - _REACH), start)
    if before is None:
        return context.values
    written = set(_WORD.findall(before[0]))
    closed = tuple(
        family for family in _ALTERNATIVES if any(name.startswith(family) for name in written)
    )
    return tuple(
        name
        for name in context.values
        if name not in written and not (closed and name.startswith(closed))
    )
