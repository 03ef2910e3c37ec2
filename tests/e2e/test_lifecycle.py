"""From the first byte to the exit status."""

from __future__ import annotations

import socket
import subprocess

from opencl_ls import __version__
from tests.e2e.wire import COMMAND, ENVIRONMENT, ROOT, frame, notification, opening, request


async def test_the_server_says_who_it_is(start):
    editor = await start()

    assert (editor.info.name, editor.info.version) == ("opencl-ls", __version__)


def test_exit_after_shutdown_is_success(wire):
    client = wire()
    client.send(*client.hello)
    client.answer(0)

    assert client.finish() == 0


def test_exit_without_shutdown_is_failure(wire):
    client = wire()
    client.send(*client.hello, notification("exit"))
    client.answer(0)

    assert client.receive() is None
    assert client.close() == 1


def test_exit_before_initialize_is_failure(wire):
    client = wire()
    client.send(notification("exit"))

    assert client.close() == 1


def test_a_client_that_vanishes_ends_the_server(wire):
    client = wire()
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


def test_unknown_methods_are_refused_and_unknown_notifications_ignored(wire):
    client = wire()
    client.send(*client.hello, notification("$/unheard"), request(1, "textDocument/unheard", {}))

    assert client.answer(1)["error"]["code"] == -32601
    assert client.finish() == 0


def test_tcp_serves_the_next_client_when_one_leaves():
    command = [*COMMAND[:-1], "serve", "--tcp", "127.0.0.1:0"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, cwd=ROOT, env=ENVIRONMENT)
    try:
        port = int(server.stderr.readline().decode().rpartition(":")[2])
        hello = frame(request(0, "initialize", {"capabilities": {}}))
        with socket.create_connection(("127.0.0.1", port)) as first:
            first.sendall(hello)
            assert b"opencl-ls" in first.recv(1 << 16)
        with socket.create_connection(("127.0.0.1", port)) as second:
            second.sendall(hello)
            assert b"opencl-ls" in second.recv(1 << 16)
            second.sendall(frame(request(1, "shutdown")) + frame(notification("exit")))
            assert server.wait() == 0
    finally:
        server.kill()
        server.wait()
        server.stderr.close()
