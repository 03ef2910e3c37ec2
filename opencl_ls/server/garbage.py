"""Garbage collection while no request waits for an answer.

An open program has many objects and few reference cycles.  By default the collector runs when many
objects have been made, which is while a key is processed.
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
"""A block size in bytes, just below the largest threshold (32 MiB) that glibc adapts to."""


def begin() -> None:
    """Let the collector start by itself only in work that makes a million objects at once.

    Memory that was used once is kept for the next key.
    """
    gc.set_threshold(_BURST, 20, 100)
    # The text of a large file and that of its diagnostics are made again at each key.  By default
    # the C library returns such blocks to the system and requests every page again; after one block
    # of this size was freed, it keeps them.
    bytes(_LARGE)


@contextmanager
def loading() -> Iterator[None]:
    """Disable the collector while objects are loaded that live as long as the process.

    Later collections skip them.  A collection before would delay the waiting request, and find
    hardly any garbage.
    """
    _loads.append(None)
    try:
        yield
    finally:
        gc.freeze()
        _loads.pop()


_loads: list[None] = []
"""One entry for each thread that is loading."""


def pause() -> float | None:
    """Return the seconds without a message before a collection of young objects, None for no need.

    A collection after one key delays the next one if that comes at once.
    """
    young, older, _ = gc.get_count()
    if _loads:
        return None
    if young >= _MANY:
        return 0.0
    return _SHORT_PAUSE if young >= _YOUNG or older >= _OLDER else None


def collect_young() -> None:
    """Collect young objects, which takes a few milliseconds; from time to time also older ones."""
    young, older, _ = gc.get_count()
    if _loads:
        return
    if older >= _OLDER:
        gc.collect(1)
    elif young >= _YOUNG:
        gc.collect(0)


def long_pause() -> float | None:
    """Return the seconds without a message before a full collection, None for no need."""
    return _LONG_PAUSE if gc.get_count()[2] >= _OLD else None


def collect_all() -> None:
    """Collect everything, which may take a second if large files are open."""
    gc.collect()
