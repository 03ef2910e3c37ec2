"""The life of one connection: from `initialize` to `exit`, one message at a time.

A session runs on one thread; only reading has a thread of its own.  Requests are answered in the
order in which they come, and work in the background (diagnostics that are pushed) is done when no
message waits, so that it is always done for the newest text and never delays an answer.  Idle work
comes after it, in short steps: a message waits for the end of one step at most.

Several sessions of one process alternate, message by message: the analysis keeps a processor busy
and is written for one thread, so threads would gain nothing by working at the same time.
"""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Final

from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidRequest,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)

from opencl_ls.server.server import Server
from opencl_ls.server.session_lock import session_lock
from opencl_ls.server.transport import EndOfInput, Malformed, Message, Work, request_id

if TYPE_CHECKING:
    from opencl_ls.server.outbox import Outbox
    from opencl_ls.server.transport import Inbox

logger = logging.getLogger(__name__)

_SWITCH_INTERVAL: Final = 0.0005
"""The switch interval in seconds: a tenth of Python's, so that the reading thread waits less."""


def run(inbox: Inbox, outbox: Outbox) -> int | None:
    """Serve one client; return its exit status, or None when it left without `exit`."""
    sys.setswitchinterval(_SWITCH_INTERVAL)
    try:
        with session_lock:
            server = Server(inbox, outbox)
        return Session(server, inbox, outbox).serve()
    finally:
        outbox.flush()


class Session:
    """One client, served by one server."""

    def __init__(self, server: Server, inbox: Inbox, outbox: Outbox) -> None:
        self._server = server
        self._inbox = inbox
        self._outbox = outbox
        self._initialized = False
        self._shut_down = False

    def serve(self) -> int | None:
        """Handle messages until the last; return as `run` does."""
        scheduler = self._server.scheduler
        while True:
            self._outbox.flush()
            if self._outbox.broken:
                return None
            step = scheduler.step()
            if step is not None:
                with session_lock:
                    step()
                continue
            seconds, then = scheduler.pause()
            item = self._inbox.take(seconds)
            if item is None:
                with session_lock:
                    then()
                continue
            if isinstance(item, EndOfInput):
                self._say_end(item)
                return None
            if isinstance(item, dict) and item.get("method") == "exit":
                return 0 if self._shut_down else 1
            if isinstance(item, Work):
                with session_lock:
                    item.run()
                continue
            scheduler.message_handled()
            with session_lock:
                self._handle(item)
                withdrawn = self._inbox.finish()
                if withdrawn is not None:
                    self._server.protocol.cancel(withdrawn)

    def greet(self, message: Message) -> None:
        """Handle `initialize`, once; a client that cannot be understood may try again."""
        self._server.protocol.receive(message)
        self._initialized = self._server.is_begun

    def _handle(self, item: Message | Malformed) -> None:
        """Handle a message if it is allowed now."""
        protocol = self._server.protocol
        if isinstance(item, Malformed):
            protocol.refuse(item.request, JsonRpcException(item.reason, item.code))
            return
        method, identifier = item.get("method"), request_id(item)
        is_request = method is not None and "id" in item
        if not self._initialized:
            if method == "initialize" and identifier is not None:
                self.greet(item)
            elif is_request:
                protocol.refuse(identifier, JsonRpcServerNotInitialized("initialize comes first"))
        elif self._shut_down:
            if is_request:
                protocol.refuse(identifier, JsonRpcInvalidRequest("the server is shutting down"))
        elif method == "initialize":
            protocol.refuse(identifier, JsonRpcInvalidRequest("initialize comes only once"))
        else:
            self._shut_down = method == "shutdown"
            protocol.receive(item)

    def _say_end(self, item: EndOfInput) -> None:
        """Log why a connection ended that was not closed."""
        if item.reason:
            logger.error("the client's messages cannot be separated: %s", item.reason)
            refusal = JsonRpcParseError(f"the session ends: {item.reason}")
            self._server.protocol.refuse(None, refusal)


def configure_logging() -> None:
    """Send warnings and errors to standard error, which editors show in an output pane."""
    logging.basicConfig(level=logging.WARNING, format="opencl-ls: %(levelname)s: %(message)s")
    # Errors are reported once, by our own wrapper around every handler.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
