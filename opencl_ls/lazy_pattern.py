"""Regular expressions that are compiled when they are first used.

To compile the 200 of the analysis takes 26 ms of CPU, and a kernel of one line uses 60.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _LazyPattern:
    """Stands for a `re.Pattern`; each attribute is kept, so that a later use costs no call more."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._options = flags

    def __getattr__(self, name: str) -> Any:
        compiled = self.__dict__.get("_compiled")
        if compiled is None:
            compiled = self._compiled = re.compile(self.pattern, self._options)
        value = getattr(compiled, name)
        setattr(self, name, value)
        return value


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern as `re.compile` does; a wrong one raises `re.error` at its first use.

    It is for calls of its methods alone: functions of `re` do not take it.
    """
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))
