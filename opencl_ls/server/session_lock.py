"""The lock of the sessions of a process: one of them works at a time."""

from __future__ import annotations

import threading


class FairLock:
    """A lock that a waiting thread gets before the holder can take it again."""

    def __init__(self) -> None:
        self._next = threading.Lock()
        self._work = threading.Lock()

    def __enter__(self) -> None:
        with self._next:
            self._work.acquire()

    def __exit__(self, *_: object) -> None:
        self._work.release()


session_lock = FairLock()
