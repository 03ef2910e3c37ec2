"""What one session holds, and the way from a message to the function that handles it."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from opencl_ls.docs.importing.shelf import DiskShelf
from opencl_ls.server import garbage
from opencl_ls.server.analysed import Analysed
from opencl_ls.server.background import Background
from opencl_ls.server.configuration import Configuration
from opencl_ls.server.documents import Document, Documents
from opencl_ls.server.errors import (
    CANCELLED,
    ERROR,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    SERVER_CANCELLED,
    WARNING,
    RequestError,
)
from opencl_ls.server.handlers import LIBRARY_METHODS, PLAIN_HANDLERS, PLAIN_REQUESTS
from opencl_ls.server.kept_reports import KeptReports
from opencl_ls.server.library_requests import LibraryRequests
from opencl_ls.server.memory import Memories
from opencl_ls.server.reports import Reports
from opencl_ls.server.transport import Message, request_id
from opencl_ls.server.workspace_files import WorkspaceFiles

if TYPE_CHECKING:
    from lsprotocol import types

    from opencl_ls.server.capabilities import Client
    from opencl_ls.server.session import Outbox
    from opencl_ls.server.transport import Inbox

logger = logging.getLogger(__name__)


_PAUSE = 0.05
"""Seconds without a message behind the first diagnostics: the next is likely to be a hover."""

Handler = Callable[["Server", Any], Any]
PlainHandler = Callable[["Server", Any], "str | None"]


class Server:
    """The state of one session."""

    def __init__(self, client: Client, inbox: Inbox, outbox: Outbox) -> None:
        self.client = client
        self.inbox = inbox
        self.outbox = outbox
        self.documents = Documents()
        self.configuration = Configuration()
        self.analysed = Analysed(self.configuration.folders)
        self.reports = Reports()
        self.memories = Memories()
        self.shelf = DiskShelf()
        self.background = Background(self)
        self.kept = KeptReports(self)
        self.workspace_files = WorkspaceFiles(self)
        self.library_requests = LibraryRequests(self)
        self._has_shown = False
        self._asked: dict[str, Callable[[Any], None] | None] = {}
        self._asked_count = 0

    def handle(self, message: Message) -> None:
        """Let the function for a message handle it; nothing that happens is fatal."""
        method = message.get("method")
        identifier = request_id(message)
        try:
            if method is None:
                self._answered(message)
            elif not isinstance(method, str):
                self.outbox.refuse(identifier, INVALID_REQUEST, "a method's name is a string")
            elif method in PLAIN_HANDLERS and method not in PLAIN_REQUESTS:
                # Done even where an id makes a request of it that could be cancelled: a change that
                # is not made would leave a wrong text behind.
                guarded(self, method, PLAIN_HANDLERS[method])(message.get("params"))
                if identifier is not None:
                    self.outbox.answer(identifier, None)
            elif identifier is None:
                if message.get("id") is not None:
                    self.outbox.refuse(None, INVALID_REQUEST, "an id is a string or an integer")
            elif self.inbox.cancelled:
                raise RequestError(CANCELLED, "cancelled before it was begun")
            elif method in PLAIN_HANDLERS:
                result = guarded(self, method, PLAIN_HANDLERS[method])(message.get("params"))
                self.outbox.answer_text(identifier, result or "null")
            elif method in LIBRARY_METHODS:
                self.library_requests.handle(message)
            else:
                raise RequestError(METHOD_NOT_FOUND, f"unknown: {method}")
        except RequestError as error:
            if identifier is not None:
                self.outbox.refuse(identifier, error.code, error.reason, error.data)
        except Exception as error:  # noqa: BLE001 - a message must never end the session
            reason = f"{method or 'a response'}: {type(error).__name__} {error}".strip()
            self.log(f"a message could not be read: {reason}", WARNING)
            if identifier is not None:
                self.outbox.refuse(identifier, INVALID_PARAMS, f"invalid params: {reason}")

    def document(self, identifier: types.TextDocumentIdentifier) -> Document | None:
        """Return the open document that a request names."""
        return self.documents.get(identifier.uri)

    def refuse_stale(self, uri: str, code: int) -> None:
        """Raise the error `code` when a newer version of the document is waiting already."""
        if self.inbox.supersedes(uri):
            data = {"retriggerRequest": False} if code == SERVER_CANCELLED else None
            raise RequestError(code, "a newer version has arrived", data)

    def ask(self, method: str, params: Any, then: Callable[[Any], None] | None = None) -> None:
        """Send a request to the client; `then` gets the result, or None where it failed.

        Params and result are plain JSON.
        """
        self._asked_count += 1
        identifier = f"opencl-ls-{self._asked_count}"
        self._asked[identifier] = then
        self.outbox.send({"id": identifier, "method": method, "params": params})

    def _answered(self, message: Message) -> None:
        identifier = message.get("id")
        if not isinstance(identifier, str) or identifier not in self._asked:
            return
        then = self._asked.pop(identifier)
        if "error" in message:
            logger.info("the client refused a request: %s", message["error"])
        if then is not None:
            then(message.get("result"))

    def log(self, text: str, kind: int = ERROR) -> None:
        """Write to standard error and to the client's log."""
        logger.warning("%s", text)
        self.outbox.notify("window/logMessage", {"type": kind, "message": text})

    def shown(self) -> None:
        """Note that diagnostics have been sent: what could wait for the first ones may begin."""
        self._has_shown = True

    def rest(self) -> float | None:
        """Return after how many seconds without a message `rested` should be called, if at all."""
        return _PAUSE if self._to_load else garbage.rest()

    def rested(self) -> None:
        """Do what is best done while the user does nothing."""
        if self._to_load:
            # Or the first hover would wait for it.
            self.library_requests.begin()
        else:
            garbage.tidy_up()

    @property
    def _to_load(self) -> bool:
        return self._has_shown and not self.library_requests.begun


def guarded(server: Server, method: str, handler: Handler) -> Callable[[Any], Any]:
    """Return `handler` so that an error in it is logged and becomes an LSP error."""

    def run(params: Any) -> Any:
        try:
            result = handler(server, params)
        except RequestError:
            raise
        except Exception as error:
            logger.exception("%s failed", method)
            where = traceback.extract_tb(error.__traceback__)[-1]
            text = f"{method} failed: {type(error).__name__}: {error} ({where.name}:{where.lineno})"
            server.outbox.notify("window/logMessage", {"type": ERROR, "message": text})
            raise RequestError(INTERNAL_ERROR, text) from error
        if server.inbox.cancelled:
            raise RequestError(CANCELLED, "cancelled")
        return result

    return run


def start(client: Client, params: dict[str, Any], inbox: Inbox, outbox: Outbox) -> Server:
    """Return the server of a session whose `initialize` has been answered."""
    server = Server(client, inbox, outbox)
    server.configuration.begin(params)
    return server
