"""Collecting garbage while no request waits for an answer.

An open program is many objects and few circles.  Left to itself the collector looks at them just
when many have been made, which is when a key is being worked on.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_YOUNG = 10_000
_MANY = 40_000
_BURST = 1_000_000
_OLDER = 50
_OLD = 10
_SHORT_PAUSE = 0.015
_LONG_PAUSE = 5.0
_LARGE = 31 << 20
"""Just below the largest block (32 MiB) from which glibc learns."""


def begin() -> None:
    """Let the collector begin by itself only within work that makes a million objects at once.

    Memory that was used once is kept for the next key.
    """
    gc.set_threshold(_BURST, 20, 100)
    # The text of a large file and that of its diagnostics are made again at each key.  By default
    # the C library gives such blocks back to the system and asks for every page again; having seen
    # one of this size come and go, it keeps what it has.
    bytes(_LARGE)


@contextmanager
def loading() -> Iterator[None]:
    """Let the collector alone while something is loaded that lives as long as the process.

    No later collection looks at it.  To look for garbage in it first would delay the request that
    waits, and there is hardly any.
    """
    _loads.append(None)
    try:
        yield
    finally:
        gc.freeze()
        _loads.pop()


_loads: list[None] = []
"""As many entries as threads are loading something."""


def pause() -> float | None:
    """Return after how many seconds without a message to collect what is young, None for no need.

    What is collected after one key holds up the next where that comes at once.
    """
    young, older, _ = gc.get_count()
    if _loads:
        return None
    if young >= _MANY:
        return 0.0
    return _SHORT_PAUSE if young >= _YOUNG or older >= _OLDER else None


def collect_young() -> None:
    """Collect what is young, which takes a few milliseconds; now and then what is older, too."""
    young, older, _ = gc.get_count()
    if _loads:
        return
    if older >= _OLDER:
        gc.collect(1)
    elif young >= _YOUNG:
        gc.collect(0)


def long_pause() -> float | None:
    """Return after how many seconds without a message everything should be collected, if at all."""
    return _LONG_PAUSE if gc.get_count()[2] >= _OLD else None


def collect_all() -> None:
    """Collect everything, which may take a second where large files are open."""
    gc.collect()
