"""The life of one connection: from `initialize` to `exit`, one message at a time.

Everything runs on one thread; only reading has a thread of its own.  Requests are answered in the
order in which they come, and work in the background (diagnostics that are pushed) is done when no
message waits, so that it is always done for the newest text and never delays an answer.  Idle work
comes after it, in short steps: a message waits for the end of one step at most.
"""

from __future__ import annotations

import gc
import json
import logging
from typing import TYPE_CHECKING

from opencl_ls.server.capabilities import Client, initialize_result, read_client
from opencl_ls.server.errors import CANCELLED, INVALID_REQUEST, NOT_INITIALIZED, PARSE_ERROR
from opencl_ls.server.transport import (
    EndOfInput,
    Inbox,
    Item,
    Malformed,
    Message,
    frame,
    frame_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.server.state import Server

logger = logging.getLogger(__name__)

# With this many messages waiting longer than a change's diagnostics, the diagnostics go first.
_PATIENCE = 64


class Outbox:
    """The way to the client; a broken connection is remembered, not raised."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self.broken = False

    def write(self, data: bytes) -> None:
        """Send bytes that are framed already; this is the writer that pygls sends through."""
        if self.broken:
            return
        try:
            self._write(data)
        except (OSError, ValueError):
            self.broken = True

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
    greeting = _await_initialize(inbox, outbox)
    if not isinstance(greeting, dict):
        return greeting
    params = greeting.get("params")
    client = read_client(params)
    server = _load(client, params, inbox, outbox)
    outbox.answer(greeting["id"], initialize_result(client))
    server.analysed.warm_up()
    return _serve(server, inbox, outbox)


def _await_initialize(inbox: Inbox, outbox: Outbox) -> Message | int | None:
    while True:
        item = inbox.take()
        if isinstance(item, EndOfInput) or outbox.broken:
            return None
        if isinstance(item, Malformed):
            outbox.refuse(None, PARSE_ERROR, item.reason)
        elif isinstance(item, dict):
            method = item.get("method")
            if method == "initialize" and "id" in item:
                return item
            if method == "exit":
                return 1
            if method is not None and "id" in item:
                outbox.refuse(item["id"], NOT_INITIALIZED, "initialize comes first")


def _load(client: Client, params: object, inbox: Inbox, outbox: Outbox) -> Server:
    """Set a session up, without the analysis and without pygls."""
    from opencl_ls.server.state import start  # noqa: PLC0415 - a client that says no hello needs none of it

    server = start(client, params if isinstance(params, dict) else {}, inbox, outbox)
    server.kept.begin()
    # An open program is many objects and few cycles: with the collector's own thresholds, a key in
    # 9,000 lines was now and then held up by several times its cost while all of them were visited.
    gc.set_threshold(50_000, 20, 100)
    return server


def _serve(server: Server, inbox: Inbox, outbox: Outbox) -> int | None:
    shut_down = False
    while not outbox.broken:
        background = server.background
        if background.pending and (inbox.empty or background.waited > _PATIENCE):
            background.step()
            continue
        if background.idle and inbox.empty:
            background.idle_step()
            continue
        item = inbox.take(background.delay)
        if item is None:
            background.waited_enough()
            continue
        if isinstance(item, EndOfInput):
            return None
        background.waited += 1
        if isinstance(item, dict):
            method = item.get("method")
            if method == "exit":
                return 0 if shut_down else 1
            if shut_down:
                if method is not None and "id" in item:
                    outbox.refuse(item["id"], INVALID_REQUEST, "the server is shutting down")
                continue
            shut_down = method == "shutdown"
        _dispatch(server, item, inbox, outbox)
    return None


def _dispatch(server: Server, item: Item, inbox: Inbox, outbox: Outbox) -> None:
    if isinstance(item, Malformed):
        outbox.refuse(None, PARSE_ERROR, item.reason)
        return
    assert isinstance(item, dict)
    identifier = item.get("id")
    method = item.get("method")
    if method == "initialize":
        outbox.refuse(identifier, INVALID_REQUEST, "initialize comes only once")
    elif method == "shutdown":
        outbox.answer(identifier, None)
    elif inbox.cancelled:
        outbox.refuse(identifier, CANCELLED, "cancelled before it was begun")
    else:
        server.handle(item)


def configure_logging() -> None:
    """Send warnings and worse to standard error, which editors show in an output pane."""
    logging.basicConfig(level=logging.WARNING, format="opencl-ls: %(levelname)s: %(message)s")
    # Errors are reported once, by our own wrapper around every handler.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
