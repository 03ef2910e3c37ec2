"""A thread beside the sessions works while none of them does."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import threading

import attrs
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
    """Run a function beside a turn on a thread, with a class of attrs before; return the thread."""

    def begin(turn, function):
        def run():
            with turn.aside():
                _ = attrs.define(type("Made", (), {}))
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


def test_other_threads_do_not_step_aside(begun, monkeypatch):
    """Who has the turn may import something as well, and would wait for itself."""
    monkeypatch.setattr(turns, "_PATIENCE", 0)
    turn, ready, over = Turn(), threading.Event(), threading.Event()
    turn._work = lock = _Watched()
    thread = begun(turn, lambda: (ready.set(), over.wait(_LONG)))
    assert ready.wait(_LONG)
    with turn:
        _ = attrs.define(type("Made", (), {}))
        assert importlib.util.find_spec("no_such_module_of_that_name") is None
    over.set()
    thread.join()
    assert not lock.awaited.is_set()


def test_nothing_is_looked_at_afterwards(begun):
    define, finders = attrs.define, list(sys.meta_path)
    seen = []
    begun(Turn(), lambda: seen.append((attrs.define is define, sys.meta_path == finders))).join()
    assert seen == [(False, False)]
    assert attrs.define is define
    assert sys.meta_path == finders


def test_the_library_is_made_of_many_classes():
    """Where it is not any more, a key waits longer for the thread that imports it."""
    counting = (
        "import attrs\n"
        "from opencl_ls.server import turns\n"
        "class Counting(turns._Glance):\n"
        "    seen = 0\n"
        "    def __call__(self):\n"
        "        Counting.seen += 1\n"
        "turns._Glance = Counting\n"
        "with turns.turn.aside():\n"
        "    import opencl_ls.server.library\n"
        "print(Counting.seen)\n"
    )
    run = subprocess.run([sys.executable, "-c", counting], capture_output=True, check=True)
    assert int(run.stdout) > 500
