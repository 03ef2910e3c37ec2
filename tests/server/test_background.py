"""Idle work: when its steps are done, and in which order."""

from __future__ import annotations

import logging
from types import SimpleNamespace

import pytest

from opencl_ls.server.background import Background
from opencl_ls.server.session import Outbox
from opencl_ls.server.session import serve as serve_session
from opencl_ls.server.transport import EndOfInput

PATH = "/w/a.cl"


class Script:
    """An inbox whose messages arrive when the session has asked it so many times if it is empty."""

    cancelled = holds_back = False

    def __init__(self, log, *arrivals):
        self.log = log
        self.arrivals = list(arrivals)
        self.asked = 0

    @property
    def empty(self):
        self.asked += 1
        return not self.arrivals or self.arrivals[0][0] > self.asked

    def take(self, timeout=None):
        if not self.arrivals:
            return EndOfInput()
        return self.arrivals.pop(0)[1]

    def supersedes(self, uri):
        return False


def serve(log, *arrivals, prepare, handle=None, inbox=None):
    """Serve messages, each (when, message); return the log of what was done."""
    inbox = inbox or Script(log, *arrivals)
    server = SimpleNamespace(inbox=inbox, client=SimpleNamespace(pulls_diagnostics=False))
    server.documents = SimpleNamespace(at=lambda path: log.append(f"diagnostics {path}"))
    server.background = Background(server)
    server.rest = server.rested = lambda: None
    server.library_requests = SimpleNamespace(go_before=lambda item: False)
    server.handle = handle or (lambda message: log.append(message["method"]))
    prepare(server.background)
    serve_session(server, inbox, Outbox(lambda data: None))
    return log


def task(log, name, steps):
    """Return a task of so many steps that logs each."""
    for number in range(steps):
        log.append(f"{name}{number}")
        yield


def test_a_key_waits_for_one_step():
    log = []
    serve(
        log,
        (3, {"method": "key"}),
        (5, {"method": "another"}),
        prepare=lambda background: background.later(task(log, "t", 4)),
    )
    assert log == ["t0", "t1", "key", "t2", "another", "t3"]


def test_messages_that_wait_already_go_first():
    log = []
    serve(
        log,
        (0, {"method": "one"}),
        (0, {"method": "two"}),
        prepare=lambda background: background.later(task(log, "t", 1)),
    )
    assert log == ["one", "two", "t0"]


def test_what_waits_for_the_library_goes_first():
    """One piece of what is due does not wait with it."""
    log = []
    inbox = Script(log, (9, {"method": "library"}))
    inbox.holds_back = True

    def handle(message):
        log.append(message["method"])
        inbox.holds_back = False

    def prepare(background):
        background.later(task(log, "t", 1))
        background.due(PATH)
        background.due("/w/b.cl")

    serve(log, prepare=prepare, handle=handle, inbox=inbox)
    assert log == [f"diagnostics {PATH}", "library", "diagnostics /w/b.cl", "t0"]


def test_what_was_just_opened_goes_before_messages():
    """Who opened thirty documents sees each of them as soon as it can be shown."""
    log = []

    def prepare(background):
        background.due("/w/before.cl")
        background.due(PATH, urgent=True)
        background.due("/w/b.cl", urgent=True)

    serve(log, (0, {"id": 1, "method": "one"}), (0, {"method": "two"}), prepare=prepare)
    opened = [f"diagnostics {PATH}", "diagnostics /w/b.cl"]
    assert log == [*opened, "one", "two", "diagnostics /w/before.cl"]


def test_what_is_due_waits_for_requests_otherwise():
    log = []
    serve(log, (0, {"id": 1, "method": "one"}), prepare=lambda background: background.due(PATH))
    assert log == ["one", f"diagnostics {PATH}"]


def test_what_is_due_goes_first():
    log = []

    def prepare(background):
        background.later(task(log, "t", 1))
        background.due(PATH)

    assert serve(log, prepare=prepare) == [f"diagnostics {PATH}", "t0"]


def test_nothing_is_done_while_the_first_diagnostics_wait_for_settings():
    log = []

    def prepare(background):
        background.later(task(log, "t", 1))
        background.due(PATH)
        background.await_settings()

    serve(log, (1, {"method": "settings"}), (9, None), prepare=prepare)
    # Only the end of the wait (the inbox gives None) frees both.
    assert log == ["settings", f"diagnostics {PATH}", "t0"]


def test_ranks_and_age():
    log = []

    def prepare(background):
        background.later(task(log, "slow", 2), rank=1)
        background.later(task(log, "first", 2))
        background.later(task(log, "second", 1))

    assert serve(log, prepare=prepare) == ["first0", "first1", "second0", "slow0", "slow1"]


def test_a_task_that_raises_is_dropped_and_logged(caplog: pytest.LogCaptureFixture):
    log = []

    def broken():
        log.append("broken")
        yield
        raise ValueError("no")

    def prepare(background):
        background.later(broken())
        background.later(task(log, "t", 1))

    with caplog.at_level(logging.ERROR):
        assert serve(log, prepare=prepare) == ["broken", "t0"]
    assert "work in the background failed" in caplog.text


def test_exhausted_tasks_leave_nothing_to_do():
    background = Background(SimpleNamespace(inbox=SimpleNamespace(empty=True, holds_back=False)))
    assert not background.idle
    background.later(iter(()))
    assert background.idle
    background.idle_step()
    assert not background.idle
