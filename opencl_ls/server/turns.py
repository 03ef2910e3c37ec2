"""Taking turns: of several sessions in one process one works at a time."""

from __future__ import annotations

import threading


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


turn = Turn()
