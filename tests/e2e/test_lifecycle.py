"""From the first byte to the exit status."""

from __future__ import annotations

import json
import signal
import socket
import subprocess

import pytest

from opencl_ls import __version__
from tests.e2e.wire import (
    COMMAND,
    ENVIRONMENT,
    PATIENCE,
    PUSH,
    ROOT,
    URI,
    change,
    frame,
    notification,
    opening,
    replace,
    request,
)
from tests.support import fork_server


async def test_the_server_says_who_it_is(start):
    editor = await start()

    assert (editor.info.name, editor.info.version) == ("opencl-ls", __version__)


def test_exit_after_shutdown_is_success(wire):
    client = wire(command=COMMAND)
    client.send(*client.hello)
    client.answer(0)

    assert client.finish() == 0


def test_exit_without_shutdown_is_failure(wire):
    client = wire(command=COMMAND)
    client.send(*client.hello, notification("exit"))
    client.answer(0)

    assert client.receive() is None
    assert client.close() == 1


def test_exit_before_initialize_is_failure(wire):
    client = wire(command=COMMAND)
    client.send(notification("exit"))

    assert client.close() == 1


def test_a_client_that_vanishes_ends_the_server(wire):
    client = wire(command=COMMAND)
    client.send(*client.hello, opening("kernel void k(void) {}"))
    client.answer(0)

    assert client.close() == 1


def test_requests_before_initialize_and_after_shutdown_are_refused(wire):
    client = wire()
    hover = {"textDocument": {"uri": "file:///a.cl"}, "position": {"line": 0, "character": 0}}
    client.send(request(7, "textDocument/hover", hover), notification("textDocument/didOpen"))
    assert client.answer(7)["error"]["code"] == -32002

    client.send(*client.hello, request(8, "initialize", {"capabilities": {}}))
    assert client.answer(8)["error"]["code"] == -32600

    client.send(request(9, "shutdown"), request(10, "textDocument/hover", hover))
    assert client.answer(9)["result"] is None
    assert client.answer(10)["error"]["code"] == -32600
    client.send(notification("exit"))
    assert client.close() == 0


def test_a_server_that_still_loads_gives_the_same_answers(wire):
    text = "kernel void k(global float *to) { to[0] = clamp(1.0f, missing, 2.0f); }\n"
    document = {"textDocument": {"uri": URI}}
    asked = [
        request(method, f"textDocument/{method}", {**document, "position": at})
        for at in [{"line": 0, "character": text.index("clamp")}]
        for method in ("hover", "completion", "semanticTokens/full", "foldingRange")
    ]
    loading, loaded = wire(PUSH, command=COMMAND), wire(PUSH)
    for client in (loading, loaded):
        client.send(*client.hello, opening(text), *asked)
    for each in asked:
        answers = [client.answer(each["id"])["result"] for client in (loading, loaded)]
        assert answers[0] == answers[1] is not None
    found = [
        client.until(lambda m: m.get("method") == "textDocument/publishDiagnostics", since=0)
        for client in (loading, loaded)
    ]
    assert found[0] == found[1]
    assert found[0]["params"]["diagnostics"]
    assert loading.finish() == loaded.finish() == 0


@pytest.mark.skipif(not fork_server.AVAILABLE, reason="no fork on this system")
def test_a_forked_server_ends_with_its_command(wire):
    client = wire(command=fork_server.command("--stdio"))
    client.send(*client.hello)
    client.answer(0)
    client.process.kill()
    assert client.receive() is None
    assert client.close() == -signal.SIGKILL


def test_unknown_methods_are_refused_and_unknown_notifications_ignored(wire):
    client = wire()
    client.send(*client.hello, notification("$/unheard"), request(1, "textDocument/unheard", {}))

    assert client.answer(1)["error"]["code"] == -32601
    assert client.finish() == 0


@pytest.fixture
def tcp():
    """Start a server on a port; return its process and a function that connects to it."""
    command = [*COMMAND[:-1], "serve", "--tcp", "127.0.0.1:0"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, cwd=ROOT, env=ENVIRONMENT)
    port = int(server.stderr.readline().decode().rpartition(":")[2])
    # No test waits for this; it keeps one that fails from hanging.
    yield server, lambda: socket.create_connection(("127.0.0.1", port), PATIENCE)
    server.kill()
    server.wait()
    server.stderr.close()


def ask(connection, *sent):
    """Send messages of which the last is a request; return its result."""
    connection.sendall(b"".join(map(frame, sent)))
    with connection.makefile("rb") as stream:
        while line := stream.readline():
            assert line.lower().startswith(b"content-")
            length = int(line.partition(b":")[2])
            while stream.readline().strip():
                pass
            message = json.loads(stream.read(length))
            if message.get("id") == sent[-1]["id"] and "method" not in message:
                return message["result"]
    return "the connection ended"


HELLO = request(0, "initialize", {"capabilities": {}})
BYE = request("bye", "shutdown"), notification("exit")


def outline(identifier):
    params = {"textDocument": {"uri": URI}}
    return request(identifier, "textDocument/documentSymbol", params)


def test_tcp_serves_the_next_client_when_one_leaves(tcp):
    server, connect = tcp
    with connect() as first:
        assert ask(first, HELLO)["serverInfo"]["name"] == "opencl-ls"
    with connect() as second:
        assert ask(second, HELLO)["serverInfo"]["name"] == "opencl-ls"
        second.sendall(b"".join(map(frame, BYE)))
        assert server.wait(PATIENCE) == 0


def test_tcp_serves_several_clients_at_once(tcp):
    """Each has a session of its own, with its own text under the same name."""
    server, connect = tcp
    with connect() as silent, connect() as first, connect() as second:
        texts = {first: "int one;\n", second: "int two;\n"}
        for client, text in texts.items():
            ask(client, HELLO)
            ask(client, opening(text), outline(1))
        for number in range(2, 20):
            for client, text in texts.items():
                edit = replace((0, 4), (0, 4), "x")
                name = "x" * (number - 1) + text[4:7]
                assert ask(client, change(number, edit), outline(number))[0]["name"] == name
        # One that takes no answer delays no other.
        ask(silent, HELLO)
        silent.sendall(b"".join(map(frame, map(outline, range(1000)))))
        assert ask(second, outline("well"))
        # And the end of one session is not the end of another.
        first.sendall(b"".join(map(frame, BYE)))
        assert first.recv(1 << 16)
        while first.recv(1 << 16):
            pass
        assert ask(second, outline("still well"))
        assert server.poll() is None
    # An exit was asked for, and no client is left.
    assert server.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    "named",
    [
        {"rootPath": "\x00\ud800"},
        {"rootUri": "file:///\ud800%00"},
        {"workspaceFolders": [{"uri": "\ud800"}, {"uri": 5}, None], "processId": "none"},
    ],
    ids=["path", "URI", "folders"],
)
def test_a_workspace_whose_name_no_file_has(wire, named):
    client = wire(PUSH, **named)
    client.send(*client.hello, opening("#error bad\n"))
    assert len(client.diagnostics(1)) == 1
    assert client.finish() == 0
