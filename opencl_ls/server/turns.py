"""Taking turns: one session works at a time, and a thread beside them waits for the pauses."""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATIENCE = 0.05
"""Seconds that a thread steps aside for one turn: who has it may be waiting for that thread."""

_one_aside = threading.Lock()


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
        """Let the present thread import something while nobody has the turn.

        Two busy threads of Python get half the time each, so that a key would take twice as long.
        The thread looks up before each module, and before each class that attrs makes, since
        lsprotocol is one module of 554 of them.  Where a turn takes very long it goes on.
        """
        import attrs  # noqa: PLC0415 - takes longer than all that a session begins with

        names = vars(attrs)
        with _one_aside:
            glance, define = _Glance(self._work), names["define"]

            def looking_up(*arguments: Any, **options: Any) -> Any:
                glance()
                return define(*arguments, **options)

            # A profile function, at each call and return, makes the import half as long again.
            sys.meta_path.insert(0, glance)
            names["define"] = looking_up
            try:
                yield
            finally:
                names["define"] = define
                sys.meta_path.remove(glance)


class _Glance:
    """Makes one thread wait while a lock is taken; as a finder of modules, it finds none."""

    def __init__(self, work: threading.Lock) -> None:
        self._work = work
        self._thread = threading.get_ident()
        self._patient = True

    def __call__(self) -> None:
        if self._patient and self._work.locked() and threading.get_ident() == self._thread:
            self._patient = self._work.acquire(timeout=_PATIENCE)
            if self._patient:
                self._work.release()

    def find_spec(self, *_: object) -> None:
        self()


turn = Turn()
