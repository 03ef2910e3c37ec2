"""Requests that wait while pygls is imported, and what does not wait with them."""

from __future__ import annotations

import queue
import sys
import threading

import pytest

from opencl_ls.server.library_requests import LibraryRequests
from opencl_ls.server.session import Outbox, run
from opencl_ls.server.transport import EndOfInput, Inbox
from tests.e2e.wire import PATIENCE, change, notification, opening, replace, request
from tests.support.conversation import messages

URI = "file:///w/a.cl"
TEXT = "kernel void k(global int *p) { p[0] = missing; }\n"


def hover(identifier):
    """Ask what stands at the name of the kernel."""
    place = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 12}}
    return request(identifier, "textDocument/hover", place)


class Slow:
    """A session in which the library can be imported from `arrive` on."""

    def __init__(self, monkeypatch):
        load, self._arrived = LibraryRequests._load, threading.Event()

        def load_late(requests):
            assert self._arrived.wait(PATIENCE)
            load(requests)

        monkeypatch.setattr(LibraryRequests, "_load", load_late)
        self.inbox, self._said = Inbox(), queue.Queue()
        self._outbox = Outbox(lambda data: [self._said.put(each) for each in messages(data)])
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        self.send(request("hello", "initialize", {"capabilities": {}}))

    def _run(self):
        self.status = run(self.inbox, self._outbox)

    def arrive(self):
        """Let the library be imported."""
        self._arrived.set()

    def send(self, *sent):
        for message in sent:
            self.inbox.put(message)

    def next(self, wanted):
        """Return the next message that is answered under this id, or has this method."""
        while True:
            said = self._said.get(timeout=PATIENCE)
            if wanted in (said.get("id"), said.get("method")):
                return said


@pytest.fixture
def slow(monkeypatch):
    session = Slow(monkeypatch)
    yield session
    session.arrive()
    session.send(EndOfInput())
    session.thread.join(PATIENCE)


def name(answer):
    """Return the name of the kernel that a hover shows."""
    return answer["result"]["contents"]["value"].partition("(")[0].split()[-1]


def published(session):
    return session.next("textDocument/publishDiagnostics")["params"]["diagnostics"]


def test_diagnostics_do_not_wait_for_the_library(slow):
    slow.send(opening(TEXT), hover(1), hover(2))
    assert len(published(slow)) == 1
    slow.arrive()
    assert name(slow.next(1)) == name(slow.next(2)) == "k"


def test_pulled_diagnostics_do_not_wait_either(slow):
    slow.send(
        opening(TEXT),
        hover(1),
        request(2, "textDocument/diagnostic", {"textDocument": {"uri": URI}}),
    )
    assert len(slow.next(2)["result"]["items"]) == 1
    slow.arrive()
    assert name(slow.next(1)) == "k"


def test_a_change_of_another_document_does_not_wait(slow):
    other = "file:///w/b.cl"
    slow.send(opening(TEXT), hover(1))
    assert len(published(slow)) == 1
    slow.send(opening("", uri=other))
    assert published(slow) == []
    slow.send(change(2, replace((0, 0), (0, 0), "missing two;"), uri=other))
    assert published(slow)
    slow.arrive()
    assert name(slow.next(1)) == "k"


def test_a_request_is_answered_for_the_text_that_it_asks_about(slow):
    slow.send(
        opening(TEXT),
        hover(1),
        change(2, replace((0, 12), (0, 13), "renamed")),
        hover(2),
        notification("textDocument/didClose", {"textDocument": {"uri": URI}}),
        hover(3),
        opening("kernel void last() {}"),
        hover(4),
    )
    slow.arrive()
    assert name(slow.next(1)) == "k"
    assert name(slow.next(2)) == "renamed"
    assert slow.next(3)["result"] is None
    assert name(slow.next(4)) == "last"


def test_a_waiting_request_can_be_cancelled(slow):
    slow.send(opening(TEXT), hover(1), hover(2))
    assert len(published(slow)) == 1
    slow.send(notification("$/cancelRequest", {"id": 1}))
    slow.arrive()
    assert slow.next(1)["error"]["code"] == -32800
    assert name(slow.next(2)) == "k"
    # The id is free again.
    slow.send(hover(1))
    assert name(slow.next(1)) == "k"


def test_what_waits_is_answered_before_the_end(slow):
    slow.send(opening(TEXT), hover(1), request("bye", "shutdown"), hover(2))
    slow.send(notification("exit"))
    slow.arrive()
    assert name(slow.next(1)) == "k"
    assert slow.next("bye")["result"] is None
    assert slow.next(2)["error"]["code"] == -32600
    slow.thread.join(PATIENCE)
    assert slow.status == 0


def test_what_waits_counts_as_unread(slow):
    """Or a client that floods a session with requests would fill the memory meanwhile."""
    slow.send(opening(TEXT))
    assert len(published(slow)) == 1
    slow.inbox.put(hover(1), 1 << 30)
    slow.send(request(2, "textDocument/diagnostic", {"textDocument": {"uri": URI}}))
    slow.next(2)
    assert not slow.inbox.await_room(0)
    slow.arrive()
    slow.next(1)
    assert slow.inbox.await_room(PATIENCE)


def test_a_library_that_cannot_be_imported(slow, monkeypatch):
    """Every request is told so, and diagnostics go on."""
    monkeypatch.setitem(sys.modules, "opencl_ls.server.library", None)
    slow.send(opening(TEXT), hover(1))
    assert len(published(slow)) == 1
    slow.arrive()
    refused = slow.next(1)["error"]
    assert refused["code"] == -32603
    assert "pygls cannot be loaded" in refused["message"]
    slow.send(hover(2), change(2, {"text": "int fine;"}))
    assert slow.next(2)["error"]["code"] == -32603
    assert published(slow) == []


def test_a_thread_that_cannot_step_aside(slow, monkeypatch):
    """What was asked is answered all the same."""
    monkeypatch.setitem(sys.modules, "attrs", None)
    slow.send(opening(TEXT), hover(1))
    slow.arrive()
    assert name(slow.next(1)) == "k"


def test_a_request_that_is_cancelled_as_it_is_set_aside():
    inbox = Inbox()
    inbox.put(hover(1))
    item = inbox.take()
    inbox.put(notification("$/cancelRequest", {"id": 1}))
    inbox.set_aside(item)
    assert inbox.take(0) is None
    assert not inbox.cancelled
    inbox.bring_back()
    assert inbox.take() is item
    assert inbox.cancelled
    # What was answered is not remembered.
    assert inbox.take(0) is None
    inbox.put(hover(1))
    inbox.take()
    assert not inbox.cancelled
