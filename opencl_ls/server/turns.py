"""Taking turns: one session works at a time, and a thread beside them waits for the pauses."""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATIENCE = 0.05
"""Seconds that a thread steps aside for one turn: who has it may be waiting for that thread."""


class Turn:
    """Lets one session work at a time; who waits is next, however busy the present one is."""

    def __init__(self) -> None:
        self._next = threading.Lock()
        self._work = threading.Lock()

    def __enter__(self) -> None:
        with self._next:
            self._work.acquire()

    def __exit__(self, *_: object) -> None:
        self._work.release()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Let the present thread do its work while nobody has the turn.

        Two busy threads of Python get half the time each, so that a key would take twice as long.
        The thread looks up at every call of a function.  Where a turn takes very long it goes on.
        """
        work, taken = self._work, self._work.locked

        def look_up(*_: object) -> None:
            if taken():
                if work.acquire(timeout=_PATIENCE):
                    work.release()
                else:
                    sys.setprofile(None)

        sys.setprofile(look_up)
        try:
            yield
        finally:
            sys.setprofile(None)


turn = Turn()
