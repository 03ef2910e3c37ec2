"""A thread beside the sessions works while none of them does."""

from __future__ import annotations

import sys
import threading

import pytest

from opencl_ls.server import turns
from opencl_ls.server.turns import Turn

_LONG = 60


class _Watched:
    """A lock that tells when somebody waits for it with patience."""

    def __init__(self):
        self._lock = threading.Lock()
        self.awaited = threading.Event()
        self.locked = self._lock.locked
        self.release = self._lock.release

    def acquire(self, timeout=-1):
        if timeout >= 0:
            self.awaited.set()
        return self._lock.acquire(timeout=timeout)


@pytest.fixture
def begun():
    """Run a function beside a turn on a thread; return the thread."""

    def begin(turn, function):
        def run():
            with turn.aside():
                function()

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        return thread

    return begin


def test_a_thread_steps_aside_until_the_turn_is_over(begun, monkeypatch):
    monkeypatch.setattr(turns, "_PATIENCE", _LONG)
    turn, done = Turn(), []
    turn._work = lock = _Watched()
    with turn:
        thread = begun(turn, lambda: done.append("thread"))
        assert lock.awaited.wait(_LONG)
        done.append("session")
    thread.join()
    assert done == ["session", "thread"]


def test_a_turn_that_waits_for_the_thread_is_not_waited_for(begun, monkeypatch):
    """A session that needs what the thread imports would otherwise wait for good."""
    monkeypatch.setattr(turns, "_PATIENCE", 0)
    turn = Turn()
    with turn:
        thread = begun(turn, lambda: None)
        thread.join(_LONG)
        assert not thread.is_alive()


def test_nothing_is_looked_at_afterwards(begun):
    """What one thread does beside the turns costs no other anything, nor itself later."""
    turn, found = Turn(), []

    def run():
        with turn.aside():
            found.append(sys.getprofile() is None)
        found.append(sys.getprofile() is None)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert found == [False, True]
    assert sys.getprofile() is None
