"""The life of one connection: from `initialize` to `exit`, one message at a time.

A session runs on one thread; only reading has a thread of its own.  Requests are answered in the
order in which they come, and work in the background (diagnostics that are pushed) is done when no
message waits, so that it is always done for the newest text and never delays an answer.  Idle work
comes after it, in short steps: a message waits for the end of one step at most.

Several sessions of one process take turns, message by message: the analysis keeps a processor busy
and is written for one thread, so threads would gain nothing by working at the same time.
"""

from __future__ import annotations

import json
import logging
import sys
from typing import TYPE_CHECKING

from opencl_ls.server import garbage
from opencl_ls.server.capabilities import Client, initialize_result, read_client
from opencl_ls.server.errors import INVALID_REQUEST, NOT_INITIALIZED, PARSE_ERROR
from opencl_ls.server.loading import load
from opencl_ls.server.transport import (
    EndOfInput,
    Inbox,
    Item,
    Malformed,
    Message,
    Prepared,
    frame,
    frame_text,
    request_id,
)
from opencl_ls.server.turns import turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.server.state import Server

logger = logging.getLogger(__name__)

# With this many messages waiting longer than a change's diagnostics, the diagnostics go first.
_CHUNK = 1 << 16
_TURN_OF_THREADS = 0.0005
"""Seconds; a tenth of what Python gives a thread."""


class Outbox:
    """The way to the client; a broken connection is remembered, not raised.

    What is written waits for `flush`, so that a client that does not read holds up its own session
    alone.  `sent` counts the pieces that the connection has begun to take.
    """

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self._waiting: list[bytes] = []
        self.broken = False
        self.sending = False
        self.sent = 0

    def write(self, data: bytes) -> None:
        """Take bytes that are framed already; this is the writer that pygls sends through."""
        self._waiting.append(data)

    def flush(self) -> None:
        """Send what was written."""
        data = b"".join(self._waiting)
        self._waiting.clear()
        if self.broken or not data:
            return
        self.sending = True
        try:
            for start in range(0, len(data), _CHUNK):
                self.sent += 1
                self._write(data[start : start + _CHUNK])
        except (OSError, ValueError):
            self.broken = True
        self.sending = False

    def send(self, message: Message) -> None:
        """Send one message."""
        self.write(frame({"jsonrpc": "2.0", **message}))

    def answer(self, request: object, result: object) -> None:
        """Send the result of a request."""
        self.send({"id": request, "result": result})

    def answer_text(self, request: object, result: str) -> None:
        """Send the result of a request, given as JSON text."""
        self.write(frame_text(f'{{"jsonrpc":"2.0","id":{json.dumps(request)},"result":{result}}}'))

    def notify(self, method: str, params: object) -> None:
        """Send a notification."""
        self.send({"method": method, "params": params})

    def notify_text(self, method: str, params: str) -> None:
        """Send a notification whose params are JSON text."""
        self.write(frame_text(f'{{"jsonrpc":"2.0","method":"{method}","params":{params}}}'))

    def refuse(self, request: object, code: int, reason: str, data: object = None) -> None:
        """Send the error that a request ends in."""
        error = {"code": code, "message": reason}
        self.send({"id": request, "error": error if data is None else {**error, "data": data}})

    def close(self) -> None:
        """Do nothing: the endpoint closes what it opened."""


def run(inbox: Inbox, outbox: Outbox) -> int | None:
    """Serve one client; return its exit status, or None when it left without `exit`."""
    try:
        greeting = _await_initialize(inbox, outbox)
        if not isinstance(greeting, dict):
            return greeting
        params = greeting.get("params")
        client = read_client(params)
        with turn:
            server = _load(client, params, inbox, outbox)
            # The client opens its files as soon as it has its answer, and the first that was never
            # seen would wait for the analysis.
            load(server.configuration.usual())
        outbox.answer(greeting["id"], initialize_result(client))
        return serve(server, inbox, outbox)
    finally:
        outbox.flush()


def _await_initialize(inbox: Inbox, outbox: Outbox) -> Message | int | None:
    while True:
        outbox.flush()
        item = inbox.take()
        if isinstance(item, EndOfInput) or outbox.broken:
            _say_end(item, outbox)
            return None
        if isinstance(item, Malformed):
            outbox.refuse(None, PARSE_ERROR, item.reason)
        elif isinstance(item, dict):
            method = item.get("method")
            if method == "initialize" and request_id(item) is not None:
                return item
            if method == "exit":
                return 1
            if method is not None and "id" in item:
                outbox.refuse(request_id(item), NOT_INITIALIZED, "initialize comes first")


def _load(client: Client, params: object, inbox: Inbox, outbox: Outbox) -> Server:
    """Set a session up, without the analysis and without pygls."""
    garbage.begin()
    # While a thread loads something, or the session does idle work, a message waits for its turn:
    # to be read, to be taken apart, to be answered.
    sys.setswitchinterval(_TURN_OF_THREADS)
    from opencl_ls.server.state import start  # noqa: PLC0415 - a client that says no hello needs none of it

    server = start(client, params if isinstance(params, dict) else {}, inbox, outbox)
    server.kept.begin()
    return server


def serve(server: Server, inbox: Inbox, outbox: Outbox) -> int | None:
    """Serve a client that has been greeted; return as `run` does."""
    shut_down = False
    while True:
        outbox.flush()
        if outbox.broken:
            return None
        background = server.background
        if background.pending:
            with turn:
                background.step()
            continue
        if background.idle:
            with turn:
                background.idle_step()
                garbage.tidy()
            continue
        seconds, then = _pause(server)
        item = inbox.take(seconds)
        if item is None:
            with turn:
                then()
            continue
        if server.library_requests.go_before(item):
            inbox.set_aside(item)
            # Without the turn, since the thread that loads would step aside for it.
            server.library_requests.finish()
            continue
        if isinstance(item, EndOfInput):
            _say_end(item, outbox)
            return None
        background.waited += 1
        if isinstance(item, Prepared):
            with turn:
                item.then()
            continue
        if isinstance(item, dict):
            method = item.get("method")
            if method == "exit":
                return 0 if shut_down else 1
            if shut_down:
                if method is not None and "id" in item:
                    outbox.refuse(request_id(item), INVALID_REQUEST, "the server is shutting down")
                continue
            shut_down = method == "shutdown"
        with turn:
            _dispatch(server, item, outbox)


def _pause(server: Server) -> tuple[float | None, Callable[[], None]]:
    """Return what to do when no message comes, and after how many seconds."""
    breath, delay = garbage.breath(), server.background.delay
    if breath is not None:
        return breath, garbage.tidy
    if delay is not None:
        return delay, server.background.waited_enough
    return server.rest(), server.rested


def _say_end(item: Item | None, outbox: Outbox) -> None:
    """Say why a connection that was not just closed is over."""
    if isinstance(item, EndOfInput) and item.reason:
        logger.error("the client's messages cannot be told apart: %s", item.reason)
        outbox.refuse(None, PARSE_ERROR, f"the session ends: {item.reason}")


def _dispatch(server: Server, item: Item, outbox: Outbox) -> None:
    if isinstance(item, Malformed):
        outbox.refuse(None, PARSE_ERROR, item.reason)
        return
    assert isinstance(item, dict)
    identifier = request_id(item)
    method = item.get("method")
    if method == "initialize":
        outbox.refuse(identifier, INVALID_REQUEST, "initialize comes only once")
    elif method == "shutdown":
        if "id" in item:
            outbox.answer(identifier, None)
    else:
        server.handle(item)


def configure_logging() -> None:
    """Send warnings and worse to standard error, which editors show in an output pane."""
    logging.basicConfig(level=logging.WARNING, format="opencl-ls: %(levelname)s: %(message)s")
    # Errors are reported once, by our own wrapper around every handler.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
