"""Frames, ids and methods as no client should send them; sessions run in this process."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading

import pytest

from opencl_ls.server import endpoints, transport
from opencl_ls.server.outbox import Outbox
from opencl_ls.server.transport import Inbox
from tests.e2e.wire import NESTED, PATIENCE, change, notification, opening, replace, request
from tests.support.conversation import NOTIFICATIONS, REQUESTS, framed, messages, talk

TEXT = "kernel void k(global int *p) { p[0] = 1; }\n"
HELLO = request("hello", "initialize", {"capabilities": NESTED})
BYE = (request("bye", "shutdown"), notification("exit"))
URI = "file:///w/a.cl"


def outline(identifier, uri=URI):
    return request(identifier, "textDocument/documentSymbol", {"textDocument": {"uri": uri}})


def names(said, identifier):
    return [symbol["name"] for symbol in said.result(identifier) or []]


def numbered(identifier, method="textDocument/documentSymbol", **params):
    """Return a body whose id is JSON of any kind."""
    params = {"textDocument": {"uri": URI}, **params}
    return (
        f'{{"jsonrpc":"2.0","id":{identifier},"method":"{method}","params":{json.dumps(params)}}}'
    ).encode()


@pytest.mark.parametrize(
    "broken",
    [
        b"Content-Length: -5\r\n\r\n{}",
        b"Content-Length: 1_0\r\n\r\n{}",
        b"Content-Length: 99999999999999999999\r\n\r\n{}",
        b"Content-Length: 300000000\r\n\r\n{}",
        b"Content-Length:\r\n\r\n{}",
        b"Content-Type: text\r\n\r\n{}",
        b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"{}" + framed({"method": "x"}),
        framed({"id": 1, "method": "x"}).replace(b"Content-Length: 4", b"Content-Length: 3"),
        framed({"id": 1, "method": "x"}).replace(b"Content-Length: 4", b"Content-Length: 5"),
        b"x" * 70_000,
    ],
    ids=lambda data: data[:40].decode(),
)
def test_frames_that_cannot_be_told_apart_end_the_session(broken) -> None:
    """What got lost may have been a change: no answer is better than one about another text."""
    said = talk(HELLO, opening(TEXT), broken, outline(7), outline(8))
    assert said.status is None
    assert not said.answers(8)
    [*_, last] = said.answers(None)
    assert last["error"]["code"] == -32700
    assert last["error"]["message"].startswith("the session ends: ")


@pytest.mark.parametrize(
    "header",
    [
        b"CONTENT-LENGTH:%d\r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d \r\n\r\n",
        b"Content-Length: %d\r\nContent-Length: %d\r\n\r\n",
        b"Content-Length: %d\n\n",
        b"\r\n\r\n\r\nContent-Length: %d\r\n\r\n",
        b"\nContent-Length: 0%d\r\n\r\n",
    ],
)
def test_headers_that_can_be_read(header) -> None:
    """Upper case, further headers, bare line feeds, empty lines between frames."""
    body = numbered(3)
    header %= (len(body),) * header.count(b"%d")
    for chunk in (1, 1 << 16):
        said = talk(HELLO, opening(TEXT), header + body, *BYE, chunk=chunk)
        assert (names(said, 3), said.status) == (["k"], 0)


@pytest.mark.parametrize("cut", [1, 10, 20, 25, 60])
def test_half_a_frame_and_then_the_end(cut) -> None:
    said = talk(HELLO, opening(TEXT), outline(1), framed(outline(2))[:cut])
    assert names(said, 1) == ["k"]
    assert said.status is None
    assert not said.answers(2) and not said.answers(None)


def test_an_exit_after_a_request() -> None:
    said = talk(HELLO, opening(TEXT), outline(1), notification("exit"), outline(2))
    assert names(said, 1) == ["k"]
    assert not said.answers(2)
    assert said.status == 1


@pytest.mark.parametrize(
    ("identifier", "answered"),
    [
        ("null", None),
        ("true", None),
        ("1.5", None),
        ("[1]", None),
        ("{}", None),
        ("NaN", None),
        ("[" * 900 + "]" * 900, None),
        ("0", 0),
        ("-1", -1),
        ('""', ""),
        ("1" * 4000, int("1" * 4000)),
        ('"' + "x" * 1_000_000 + '"', "x" * 1_000_000),
        (r'"\ud800"', "\ud800"),
    ],
    ids=lambda value: str(value)[:12],
)
def test_ids_of_every_kind(identifier, answered) -> None:
    """What is no id is refused under no id, before `initialize` and in all of the session."""
    hello = framed(numbered(identifier, "initialize", capabilities=NESTED))
    request_ = framed(numbered(identifier))
    said = talk(request_, HELLO, opening(TEXT), request_, outline("well"), *BYE)
    assert said.status == 0
    assert names(said, "well") == ["k"]
    if identifier == "null":
        # A client that writes every member writes this for a notification.
        assert [each["error"]["code"] for each in said.answers(None)] == [-32002]
    elif answered is None:
        assert [each["error"]["code"] for each in said.answers(None)] == [-32002, -32600]
        assert talk(hello).answers(None)[0]["error"]["code"] == -32002
    else:
        refused, answer = said.answers(answered)
        assert refused["error"]["code"] == -32002
        assert answer["result"][0]["name"] == "k"


@pytest.mark.parametrize("identifier", ["null", "9", '"9"', "1.5", "true", "[]"])
def test_changes_with_an_id_are_made(identifier) -> None:
    """A refused or cancelled change would leave a wrong text."""
    body = numbered(
        identifier,
        "textDocument/didChange",
        contentChanges=[replace((0, 12), (0, 13), "renamed")],
    )
    cancel = notification("$/cancelRequest", {"id": json.loads(identifier)})
    said = talk(HELLO, opening(TEXT), framed(body), cancel, outline("after"), *BYE)
    assert names(said, "after") == ["renamed"]
    assert len(said.answers(json.loads(identifier))) == (identifier in {"9", '"9"'})


@pytest.mark.parametrize("params", [None, [], {}, {"capabilities": 3}, {"capabilities": None}])
def test_a_client_that_says_nothing_of_itself_is_served(params) -> None:
    said = talk(request("hello", "initialize", params), opening(TEXT), outline(1), *BYE)
    assert said.result("hello")["serverInfo"]["name"] == "opencl-ls"
    assert (names(said, 1), said.status) == (["k"], 0)


def test_every_method_is_answered_once() -> None:
    """With params of every kind, with an id and without, as another version of JSON-RPC."""
    kinds = (None, [], {}, 3, "x", {"textDocument": {"uri": URI}}, {"textDocument": None})
    others = ("workspace/executeCommand", "textDocument/rename", "$/x", "", "codeAction/resolve")
    sent = []
    for method in (*REQUESTS, *NOTIFICATIONS, *others):
        for params in kinds:
            sent.append({"id": len(sent), "method": method, "params": params})
            sent.append({"method": method, "params": params})
            sent.append({"jsonrpc": "1.0", "id": len(sent), "method": method, "params": params})
            sent.append({"id": len(sent), "method": method, "params": params, "error": {}})
            sent.append({"id": len(sent), "method": method, "result": 1})
    sent.append({"id": len(sent), "method": 5})
    sent.append({"id": len(sent), "method": None})
    sent.append({"id": len(sent), "method": ["x"]})
    said = talk(HELLO, *sent, opening(TEXT), outline("well"), *BYE)
    assert (names(said, "well"), said.status) == (["k"], 0)
    wrong = [
        (message, len(said.answers(message["id"])))
        for message in sent
        if "id" in message
        and message["method"] is not None
        and len(said.answers(message["id"])) != 1
    ]
    assert not wrong
    errors = [m["params"]["message"] for m in said.said if m.get("params", {}).get("type") == 1]
    assert not [error for error in errors if "UnreadableError" not in error]


def test_everything_cancelled() -> None:
    """Each request ends in one answer, a result or an error; documents are not touched."""
    params = {
        "textDocument": {"uri": URI},
        "position": {"line": 0, "character": 13},
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}},
        "previousResultId": "1",
    }
    methods = (*REQUESTS, *NOTIFICATIONS)
    # A document that is closed, or opened without a text, has no outline to be well with.
    asked = [
        request(n, method, params)
        for n, method in enumerate(methods)
        if method not in {"textDocument/didClose", "textDocument/didOpen"}
    ]
    cancels = [notification("$/cancelRequest", {"id": n}) for n in range(-2, len(methods) + 2)]
    odd = [notification("$/cancelRequest", value) for value in (None, [], {}, {"id": [1]})]
    said = talk(HELLO, opening(TEXT), *asked, *odd, *cancels, outline("well"), *BYE)
    for message in asked:
        if message["method"] in REQUESTS:
            assert said.code(message["id"]) == -32800
        else:
            assert len(said.answers(message["id"])) == 1
    assert names(said, "well") == ["k"]
    # An id that was cancelled may be used again, 0 too.
    again = talk(
        HELLO,
        opening(TEXT),
        outline(0),
        notification("$/cancelRequest", {"id": 0}),
        request("a", "x"),
        *BYE,
    )
    assert again.code(0) == -32800
    inbox = Inbox()
    inbox.put(outline(0))
    inbox.put(notification("$/cancelRequest", {"id": 0}))
    inbox.put(outline(0))
    inbox.take()
    assert inbox.cancelled
    inbox.take()
    assert not inbox.cancelled


def test_a_bool_cancels_no_number() -> None:
    said = talk(
        HELLO,
        opening(TEXT),
        outline(1),
        notification("$/cancelRequest", {"id": True}),
        notification("$/cancelRequest", {"id": 1.0}),
        *BYE,
    )
    assert names(said, 1) == ["k"]


def test_responses_and_notifications_that_are_not_expected() -> None:
    said = talk(
        HELLO,
        {"id": 99, "result": 1},
        {"id": "opencl-ls-1", "result": []},
        {"id": [], "error": {"code": 1, "message": "x"}},
        {"id": None, "error": None},
        {},
        notification("$/progress", 3),
        notification("$/setTrace", {"value": "loud"}),
        notification("$/unheard"),
        opening(TEXT),
        outline(1),
        *BYE,
    )
    assert (names(said, 1), said.status) == (["k"], 0)
    assert len([message for message in said.said if "result" in message]) == 3


def test_one_document_under_several_spellings() -> None:
    """A document has one text, whichever of its names a message uses."""
    spellings = ["file:///c:/w/a%20b.cl", "file:///C%3A/w/a b.cl", "FILE:///c%3a/w/./a%20b.cl"]
    said = talk(
        HELLO,
        opening(TEXT, spellings[0]),
        change(2, replace((0, 12), (0, 13), "two"), uri=spellings[1]),
        outline(1, spellings[2]),
        opening(TEXT.replace(" k(", " three("), spellings[1]),
        outline(2, spellings[0]),
        notification("textDocument/didClose", {"textDocument": {"uri": spellings[2]}}),
        outline(3, spellings[1]),
        *BYE,
    )
    assert names(said, 1) == ["two"]
    assert names(said, 2) == ["three"]
    assert names(said, 3) == []


def test_a_message_that_is_too_large_is_refused_unless_it_brings_a_text(monkeypatch) -> None:
    """Sixteen megabytes of small objects take longer to read than any answer may take."""
    monkeypatch.setattr(transport, "_LARGE", 1000)
    text = TEXT + "// " + "x" * 2000
    events = [{"uri": URI, "type": 2}] * 100
    said = talk(
        HELLO,
        opening(text),
        change(2, {"text": text.replace(" k(", " l(")}),
        request(1, "workspace/symbol", {"query": "x" * 2000}),
        notification("workspace/didChangeWatchedFiles", {"changes": events}),
        outline(2),
        *BYE,
    )
    assert said.code(1) == -32600
    assert [each["error"]["code"] for each in said.answers(None)] == [-32600]
    assert (names(said, 2), said.status) == (["l"], 0)


@pytest.mark.parametrize("content", [[], None, {}, "x", ...])
def test_a_change_without_changes(content) -> None:
    params = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": content}
    if content is ...:
        del params["contentChanges"]
    said = talk(
        HELLO, opening(TEXT), notification("textDocument/didChange", params), outline(1), *BYE
    )
    assert names(said, 1) == ["k"]


def test_ten_thousand_changes_in_one_message() -> None:
    changes = [replace((0, 12), (0, 12), "x") for _ in range(10_000)]
    said = talk(HELLO, opening(TEXT), change(2, *changes), outline(1), *BYE)
    assert names(said, 1) == ["x" * 10_000 + "k"]


class Client:
    """A client on one end of a connection whose other end is a session on a thread."""

    def __init__(self, serve):
        self.ours, self.theirs = socket.socketpair()
        # No test waits for this; it keeps one that fails from hanging.
        self.ours.settimeout(PATIENCE)
        self.thread = threading.Thread(target=serve, args=(self.theirs,), daemon=True)
        self.thread.start()

    def send(self, *sent):
        self.ours.sendall(b"".join(map(framed, sent)))

    def all(self):
        """Return all that comes until the connection ends."""
        data = b""
        while chunk := self.ours.recv(1 << 16):
            data += chunk
        return list(messages(data))


def serving(connection, patience=5.0):
    try:
        return endpoints.session(
            lambda: connection.recv(1 << 16),
            connection.sendall,
            lambda: endpoints.hang_up(connection),
            patience,
        )
    finally:
        endpoints.hang_up(connection)


def test_a_client_that_reads_nothing_and_ends_its_input() -> None:
    """The session does not wait without end for output that is not read."""
    client = Client(lambda connection: serving(connection, 0.05))
    asked = [outline(number) for number in range(8000)]
    client.send(HELLO, opening(TEXT), *asked)
    client.ours.shutdown(socket.SHUT_WR)
    client.thread.join(PATIENCE)
    assert not client.thread.is_alive()
    client.ours.close()


def test_a_client_that_reads_nothing_and_sends_without_end() -> None:
    """What waits is bounded: the session reads no more, and ends."""
    client = Client(lambda connection: serving(connection, 0.05))

    def flood() -> None:
        while True:
            client.ours.sendall(framed(outline(1)) * 1000)

    client.send(HELLO, opening(TEXT))
    with pytest.raises(ConnectionError):
        flood()
    client.thread.join(PATIENCE)
    assert not client.thread.is_alive()
    client.ours.close()


def test_a_client_that_reads_late_gets_everything() -> None:
    """Patience is only for what has ended: who reads slowly loses nothing."""
    client = Client(lambda connection: serving(connection, 60))
    client.send(HELLO, opening(TEXT), *(outline(number) for number in range(1, 3000)), *BYE)
    said = client.all()
    assert [m["id"] for m in said if m.get("result") and m["id"] != "hello"] == list(range(1, 3000))
    client.thread.join(PATIENCE)
    client.ours.close()


def test_a_client_that_goes_away_ends_its_session() -> None:
    client = Client(serving)
    client.send(HELLO, opening(TEXT), *(outline(number) for number in range(3000)))
    client.ours.close()
    client.thread.join(PATIENCE)
    assert not client.thread.is_alive()


def test_a_client_too_many_is_turned_away(monkeypatch) -> None:
    monkeypatch.setattr(endpoints, "_MOST_CLIENTS", 1)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        clients = endpoints._Clients(listener)
        threading.Thread(target=clients.accept, daemon=True).start()
        address = listener.getsockname()
        with (
            socket.create_connection(address, PATIENCE) as first,
            socket.create_connection(address, PATIENCE) as second,
        ):
            first.sendall(framed(HELLO))
            assert first.recv(1 << 16)
            assert second.recv(1) == b""


def test_the_inbox_tells_when_it_is_full() -> None:
    inbox = Inbox()
    assert inbox.await_room(0)
    inbox.put({"method": "x"}, 1 << 30)
    assert not inbox.await_room(0)
    inbox.take()
    assert inbox.await_room(0)


def test_what_is_written_waits_for_its_turn() -> None:
    """A session writes nothing while it works: a client that does not read stops no other."""
    written: list[bytes] = []
    outbox = Outbox(written.append)
    outbox.write(framed({"id": 1, "result": "x" * 200_000}))
    assert not written
    outbox.flush()
    assert next(messages(b"".join(written)))["id"] == 1
    assert (outbox.sent, outbox.sending) == (4, False)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a pipe that is full blocks there as well")
def test_the_process_ends_when_its_pipe_stays_full(wire) -> None:
    """Standard output that is not read: the end of standard input ends the process."""
    script = (
        "import sys; from opencl_ls.server import endpoints as e; "
        "s = e.session; e.session = lambda *a: s(*a, 0.2); sys.exit(e.serve_stdio())"
    )
    client = wire(command=[sys.executable, "-c", script])
    client.send(*client.hello, opening(TEXT), *(outline(number) for number in range(1, 8000)))
    client.process.stdin.close()
    assert client.process.wait() == 1
