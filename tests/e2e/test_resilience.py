"""What no client should send, and some do."""

from __future__ import annotations

import pytest

from tests.e2e.wire import PUSH, change, names, notification, opening, replace, request

GOOD = "kernel void k(global int *p) { p[0] = 1; }\n"


@pytest.mark.parametrize(
    "body",
    [b"{", b"[]", b"null", b"\xff\xfe\x00", b"[" * 100000, b'"text"'],
    ids=["half", "array", "null", "bytes", "deep", "text"],
)
def test_a_message_that_is_none_is_answered_and_survived(client, uri, body):
    client.send(body, opening(GOOD, uri))

    assert client.until(lambda m: "error" in m)["error"]["code"] == -32700
    assert names(client, uri) == ["k"]


def test_headers_are_read_leniently(client):
    body = b'{"jsonrpc":"2.0","id":"bare","method":"nothing"}'
    client.send_bytes(
        b"content-length: %d\r\nContent-Type: application/vscode-jsonrpc\r\n\r\n%b"
        % (len(body), body)
    )

    assert client.answer("bare")["error"]["code"] == -32601


def test_invalid_params_are_an_error_of_the_request(client):
    client.send(
        request("wrong", "textDocument/hover", {"textDocument": 3}),
        request("absent", "textDocument/hover", None),
        notification("workspace/didChangeWatchedFiles", {"changes": "many"}),
    )

    assert client.answer("wrong")["error"]["code"] == -32602
    assert client.answer("absent")["error"]["code"] == -32602


def test_changes_and_closing_of_unknown_documents(client, uri):
    client.send(
        change(2, replace((0, 0), (0, 0), "x"), uri=uri),
        notification("textDocument/didClose", {"textDocument": {"uri": uri}}),
        notification("textDocument/didClose", None),
        notification("textDocument/didOpen", {"textDocument": {"uri": uri}}),
        opening(GOOD, uri),
    )

    assert names(client, uri) == ["k"]


def test_a_second_opening_counts(client, uri):
    client.send(opening("int x;", uri), opening(GOOD, uri))

    assert names(client, uri) == ["k"]


def test_the_order_of_changes_counts_and_not_their_versions(client, uri):
    client.send(
        opening(GOOD, uri, version=5),
        change(3, replace((0, 12), (0, 13), "first"), uri=uri),
        change(3, replace((0, 12), (0, 17), "second"), uri=uri),
        change(None, replace((0, 12), (0, 18), "third"), uri=uri),
    )

    assert names(client, uri) == ["third"]


def test_ranges_outside_the_text_are_moved_into_it(client, uri):
    end = 4294967295
    client.send(
        opening(GOOD, uri),
        change(2, replace((1, 0), (end, end), "kernel void l(void) {}"), uri=uri),
        change(3, replace((0, -5), (-3, 0), "// before\n"), uri=uri),
        change(4, replace((0, 99), (0, 3), ""), uri=uri),
    )

    assert names(client, uri) == ["k", "l"]


@pytest.mark.parametrize(
    "content",
    [
        None,
        7,
        {},
        [None],
        [{}],
        [{"range": None}],
        [{"text": None}],
        [{"text": 5}],
        [{"text": ["int x;"]}],
        [{"range": 3, "text": "int x;"}],
        [{"range": {}, "text": "int x;"}],
        [{"range": {"start": None, "end": None}, "text": "int x;"}],
        [replace((0.5, 0), (1, 0), "int x;")],
        [replace((0, "1"), (1, 0), "int x;")],
        [replace((True, 0), (1, 0), "int x;")],
        [{"text": "int x;"}, {"text": None}],
    ],
    ids=str,
)
def test_a_change_that_cannot_be_read_is_dropped_and_its_document_kept(client, uri, content):
    """All of it: half of a message would be a text that the client never had."""
    bad = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": content}
    client.send(
        opening(GOOD, uri),
        notification("textDocument/didChange", bad),
        change(3, replace((0, 12), (0, 13), "well"), uri=uri),
    )
    assert names(client, uri) == ["well"]


def test_a_change_that_cannot_be_read_is_one_line_in_the_log(wire):
    client = wire(PUSH)
    client.send(*client.hello, opening(GOOD), change(2, {"text": None}), change(3))
    assert client.diagnostics(3) == []
    client.errors.seek(0)
    [line] = client.errors.read().decode().splitlines()
    assert "textDocument/didChange is dropped" in line
    assert client.finish() == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00\x01",
        "\ud800 int x;\udc00",
        "\ufeff" + GOOD,
        "{" * 100,
        "(" * 5000,
        "\r\r\n\n\u2028",
        "#",
        '#include "\x00\ud800"\n',
        "int x = " + "1 +" * 300 + "1;",
    ],
    ids=range(10),
)
def test_any_text_at_all(client, uri, text):
    before = len(client.received)
    client.send(opening(text, uri))
    document = {"textDocument": {"uri": uri}}
    for method in ("semanticTokens/full", "foldingRange", "documentSymbol"):
        client.send(request(f"{uri} {method}", f"textDocument/{method}", document))
        assert "result" in client.answer(f"{uri} {method}")
    place = {**document, "position": {"line": 0, "character": 1}}
    client.send(request(f"{uri} hover", "textDocument/hover", place))
    assert "result" in client.answer(f"{uri} hover")

    # Diagnostics are pushed whenever nothing else waits; a failure is logged in their place.
    def is_it(message):
        logged = message.get("method") == "window/logMessage"
        return logged or message.get("params", {}).get("uri") == uri

    pushed = client.until(is_it, before)
    assert pushed["params"].get("uri") == uri, pushed


def test_edits_at_lone_surrogates_keep_the_text(client, uri):
    client.send(
        opening("/* \ud834 */ kernel void k(void) {}", uri),
        change(2, replace((0, 3), (0, 4), "\udd1e\U0001d11e"), uri=uri),
        change(3, replace((0, 22), (0, 23), "renamed"), uri=uri),
    )

    assert names(client, uri) == ["renamed"]


@pytest.mark.parametrize(
    ("opened", "asked"),
    [
        ("untitled:Untitled-1", "untitled:Untitled-1"),
        ("file:///c%3A/kernels/a.cl", "file:///C:/kernels/a.cl"),
        ("file://server/share/a.cl", "file://server/share/a.cl"),
        ("file:///w/a%20b%C3%A9.cl", "file:///w/a%20b\u00e9.cl"),
        ("vscode-remote://ssh%2Bhost/a.cl", "vscode-remote://ssh%2Bhost/a.cl"),
        ("file:///w/%FF.cl", "file:///w/%ff.cl"),
        ("file:///w/%00.cl", "file:///w/%00.cl"),
        ("", ""),
    ],
)
def test_every_kind_of_uri(client, opened, asked):
    client.send(opening("#error bad\n" + GOOD, opened, version=77))
    client.diagnostics(77)

    # What is published comes back under the client's own spelling.
    assert client.received[-1]["params"]["uri"] == opened
    assert "k" in names(client, asked)
    client.send(notification("textDocument/didClose", {"textDocument": {"uri": opened}}))


def test_a_file_that_is_too_large_is_one_clear_finding(client, uri):
    client.send(opening("int x;\n" * (50 << 17), uri, version=50))
    [found] = client.diagnostics(50)
    assert found["code"] == "file/too-large"
    assert names(client, uri) == []

    # When it shrinks, it is analysed.
    client.send(change(51, replace((1, 0), (99999999, 0), ""), uri=uri))
    assert client.diagnostics(51) == []
    assert names(client, uri) == ["x"]


def test_capabilities_of_the_wrong_shape_count_as_absent(wire):
    client = wire({"textDocument": [], "general": {"positionEncodings": 8}, "workspace": None})
    client.send(*client.hello, opening(GOOD))

    assert client.answer(0)["result"]["capabilities"]["positionEncoding"] == "utf-16"
    assert client.finish() == 0


def test_a_client_that_never_tells_its_settings(wire):
    client = wire({**PUSH, "workspace": {"configuration": True}})
    client.keep_silent = True
    client.send(*client.hello, opening(GOOD))

    assert client.diagnostics(1) == []
