"""The work that is done when no message waits: which steps, and in which order."""

from __future__ import annotations

import logging
from types import SimpleNamespace

import pytest

from opencl_ls.server import garbage
from opencl_ls.server.outbox import Outbox
from opencl_ls.server.scheduler import INDEXING, Scheduler
from opencl_ls.server.session import Session
from opencl_ls.server.transport import EndOfInput

PATH = "/w/a.cl"


class Script:
    """An inbox whose messages arrive after a number of questions whether it is empty."""

    cancelled = False

    def __init__(self, *arrivals):
        self.arrivals = list(arrivals)
        self.asked = 0

    @property
    def empty(self):
        self.asked += 1
        return not self.arrivals or self.arrivals[0][0] > self.asked

    def finish(self):
        return None

    def take(self, timeout=None):
        if not self.arrivals:
            return EndOfInput()
        return self.arrivals.pop(0)[1]

    def supersedes(self, uri):
        return False


def serve(log, *arrivals, prepare):
    """Serve messages, each (when, message); return the log of what was done."""
    inbox = Script(*arrivals)
    scheduler = Scheduler(inbox)
    scheduler.publish = lambda path: log.append(f"diagnostics {path}")
    protocol = SimpleNamespace(receive=lambda message: log.append(message["method"]))
    session = Session(
        SimpleNamespace(scheduler=scheduler, protocol=protocol), inbox, Outbox(lambda data: None)
    )
    session._initialized = True
    prepare(scheduler)
    session.serve()
    return log


def task(log, name, steps):
    """Return a task of `steps` steps that logs each."""
    for number in range(steps):
        log.append(f"{name}{number}")
        yield


def test_a_key_waits_for_one_step():
    log = []
    serve(
        log,
        (3, {"method": "key"}),
        (5, {"method": "another"}),
        prepare=lambda scheduler: scheduler.later(task(log, "t", 4)),
    )
    assert log == ["t0", "t1", "key", "t2", "another", "t3"]


def test_messages_that_wait_already_go_first():
    log = []
    serve(
        log,
        (0, {"method": "one"}),
        (0, {"method": "two"}),
        prepare=lambda scheduler: scheduler.later(task(log, "t", 1)),
    )
    assert log == ["one", "two", "t0"]


def test_what_was_just_opened_goes_before_messages():
    """Who opened thirty documents sees each of them as soon as it can be shown."""
    log = []

    def prepare(scheduler):
        scheduler.due("/w/before.cl")
        scheduler.due(PATH, urgent=True)
        scheduler.due("/w/b.cl", urgent=True)

    serve(log, (0, {"id": 1, "method": "one"}), (0, {"method": "two"}), prepare=prepare)
    opened = [f"diagnostics {PATH}", "diagnostics /w/b.cl"]
    assert log == [*opened, "one", "two", "diagnostics /w/before.cl"]


def test_what_is_due_waits_for_requests_otherwise():
    log = []
    serve(log, (0, {"id": 1, "method": "one"}), prepare=lambda scheduler: scheduler.due(PATH))
    assert log == ["one", f"diagnostics {PATH}"]


def test_what_is_due_goes_before_idle_work():
    log = []

    def prepare(scheduler):
        scheduler.later(task(log, "t", 1))
        scheduler.due(PATH)

    assert serve(log, prepare=prepare) == [f"diagnostics {PATH}", "t0"]


def test_nothing_is_done_while_the_first_diagnostics_wait_for_settings():
    log = []

    def prepare(scheduler):
        scheduler.later(task(log, "t", 1))
        scheduler.due(PATH)
        scheduler.await_settings()

    serve(log, (1, {"method": "settings"}), (9, None), prepare=prepare)
    # Only the end of the wait (the inbox gives None) frees both.
    assert log == ["settings", f"diagnostics {PATH}", "t0"]


def test_ranks_and_age():
    log = []

    def prepare(scheduler):
        scheduler.later(task(log, "slow", 2), rank=1)
        scheduler.later(task(log, "first", 2))
        scheduler.later(task(log, "second", 1))

    assert serve(log, prepare=prepare) == ["first0", "first1", "second0", "slow0", "slow1"]


def test_a_task_that_raises_is_dropped_and_logged(caplog: pytest.LogCaptureFixture):
    log = []

    def broken():
        log.append("broken")
        yield
        raise ValueError("no")

    def prepare(scheduler):
        scheduler.later(broken())
        scheduler.later(task(log, "t", 1))

    with caplog.at_level(logging.ERROR):
        assert serve(log, prepare=prepare) == ["broken", "t0"]
    assert "work in the background failed" in caplog.text


def test_exhausted_tasks_leave_nothing_to_do():
    scheduler = Scheduler(SimpleNamespace(empty=True))
    assert scheduler.step() is None
    scheduler.later(iter(()))
    scheduler.step()()
    assert scheduler.step() is None


@pytest.fixture
def quiet(monkeypatch):
    """Return a scheduler that gets no message, its clock, and what it has done."""
    monkeypatch.setattr(garbage, "pause", lambda: None)
    monkeypatch.setattr(garbage, "long_pause", lambda: None)
    clock, done = [100.0], []
    scheduler = Scheduler(SimpleNamespace(empty=True), lambda: clock[0])

    def wait():
        seconds, action = scheduler.pause()
        if seconds is not None:
            clock[0] += seconds
            action()
        return seconds

    return scheduler, wait, done


def test_what_is_periodic_comes_again_while_nothing_else_does(quiet):
    scheduler, wait, done = quiet
    assert wait() is None
    scheduler.every(2.0, lambda: done.append("files"))
    assert [wait(), wait()] == [2.0, 2.0]
    assert done == ["files", "files"]


def test_a_longer_rest_is_counted_from_the_last_message(quiet, monkeypatch):
    """What comes every two seconds does not keep back what needs five."""
    scheduler, wait, done = quiet
    scheduler.every(2.0, lambda: done.append("files"))
    monkeypatch.setattr(garbage, "long_pause", lambda: None if "all" in done else 5.0)
    monkeypatch.setattr(garbage, "collect_all", lambda: done.append("all"))
    assert [wait(), wait(), wait(), wait()] == [2.0, 2.0, 1.0, 1.0]
    assert done == ["files", "files", "all", "files"]
    done.remove("all")
    scheduler.message_handled()
    assert [wait(), wait(), wait()] == [2.0, 2.0, 1.0]


class Clock:
    """A clock of which each look takes a tenth of a second."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 0.1
        return self.now


def shown(steps):
    """Return the titles shown during work of `steps` steps, and after it."""
    reported = []
    scheduler = Scheduler(Script(), Clock())
    scheduler.working = reported.append
    scheduler.later(task([], "a", steps), INDEXING)
    scheduler.later(task([], "b", steps))
    while (step := scheduler.step()) is not None:
        step()
    scheduler.pause()
    return reported


def test_long_work_is_shown_and_its_end():
    assert shown(4) == ["checking", "reading the workspace", ""]


def test_short_work_is_not_shown():
    assert shown(0) == []
