"""What waits in the inbox, and what a session asks about it before it takes the next message."""

from __future__ import annotations

from opencl_ls.server.transport import Inbox, Malformed

URI = "file:///w/a.cl"


class Counted(dict):
    """A message that counts how often it is looked into."""

    looks = 0

    def get(self, key, default=None):
        Counted.looks += 1
        return super().get(key, default)


def about(method, uri=URI, identifier=None):
    message = Counted(method=method, params={"textDocument": {"uri": uri}})
    if identifier is not None:
        message["id"] = identifier
    return message


def test_a_document_is_superseded_while_a_change_of_it_waits():
    inbox = Inbox()
    for item in (
        about("textDocument/didChange"),
        about("textDocument/didClose"),
        about("textDocument/didOpen"),
        {"method": "textDocument/didChange", "params": [URI]},
        {"method": "textDocument/didChange", "params": {"textDocument": {"uri": [URI]}}},
        {"method": ["textDocument/didChange"], "params": None},
        Malformed("not JSON"),
    ):
        inbox.put(item)
    answers = []
    for _ in range(7):
        answers.append(inbox.supersedes(URI))
        inbox.take()
    assert answers == [True, True, False, False, False, False, False]
    assert not inbox.supersedes("file:///w/b.cl")


def test_a_cancellation_of_what_is_not_here_is_a_message():
    """Its request may have been handled, and wait for something else than its turn."""
    inbox = Inbox()
    inbox.put(about("textDocument/hover", identifier=1))
    for identifier in (1, 2, [3]):
        inbox.put({"method": "$/cancelRequest", "params": {"id": identifier}})
    left = [inbox.take() for _ in range(3)]
    assert left[0]["id"] == 1
    assert [each["params"]["id"] for each in left[1:]] == [2, [3]]


def test_of_two_requests_with_one_id_the_second_can_be_cancelled():
    inbox = Inbox()
    for _ in range(2):
        inbox.put(about("textDocument/hover", identifier=1))
    inbox.take()
    inbox.put({"method": "$/cancelRequest", "params": {"id": 1}})
    assert inbox.cancelled
    inbox.take()
    inbox.put({"method": "$/cancelRequest", "params": {"id": 1}})
    assert inbox.cancelled


def test_a_request_that_was_handled_is_cancelled_by_a_message():
    """Its answer may come later, and idle work may go on before the next message is taken."""
    inbox = Inbox()
    inbox.put(about("textDocument/formatting", identifier=1))
    inbox.take()
    assert inbox.finish() is None
    inbox.put({"method": "$/cancelRequest", "params": {"id": 1}})
    assert inbox.take()["method"] == "$/cancelRequest"


def test_what_is_cancelled_while_it_is_handled_is_reported_at_the_end():
    inbox = Inbox()
    inbox.put(about("textDocument/formatting", identifier=1))
    inbox.take()
    inbox.put({"method": "$/cancelRequest", "params": {"id": 1}})
    assert inbox.finish() == 1
    assert not inbox.cancelled
    assert inbox.finish() is None


def test_no_question_goes_through_all_that_waits():
    """Thousands of requests may wait, each of which is asked about."""
    inbox = Inbox()
    for number in range(1000):
        inbox.put(about("textDocument/diagnostic", identifier=number))
    Counted.looks = 0
    assert not inbox.supersedes(URI)
    inbox.put({"method": "$/cancelRequest", "params": {"id": 999}})
    assert Counted.looks == 0
    for _ in range(1000):
        inbox.take()
    assert inbox.cancelled
