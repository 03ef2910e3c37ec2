"""What one session holds, and the way from a message to the function that handles it."""

from __future__ import annotations

import contextlib
import logging
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError, JsonRpcRequestCancelled
from pygls.lsp.server import LanguageServer

from opencl_ls import __version__
from opencl_ls.docs.importing.shelf import DiskShelf
from opencl_ls.server.analysed import Analysed
from opencl_ls.server.background import Background
from opencl_ls.server.configuration import Configuration
from opencl_ls.server.documents import Document, Documents
from opencl_ls.server.errors import INVALID_PARAMS, METHOD_NOT_FOUND, SERVER_CANCELLED
from opencl_ls.server.memory import Memories
from opencl_ls.server.reports import Reports
from opencl_ls.server.transport import Message, request_id

if TYPE_CHECKING:
    from opencl_ls.server.capabilities import Client
    from opencl_ls.server.session import Outbox
    from opencl_ls.server.transport import Inbox

logger = logging.getLogger(__name__)


Handler = Callable[["Server", Any], Any]


class Server(LanguageServer):
    """The state of one session; pygls contributes the dispatch and the protocol's types."""

    def __init__(self, client: Client, inbox: Inbox, outbox: Outbox) -> None:
        super().__init__("opencl-ls", __version__)
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
        self._asked: dict[str, Callable[[Any], None] | None] = {}
        self._asked_count = 0
        self.plain_handlers: dict[str, Callable[[Any], None]] = {}
        self.protocol.set_writer(outbox)

    def handle(self, message: Message) -> None:
        """Let pygls structure a message and call its handler; nothing that happens is fatal."""
        method = message.get("method")
        plain = self.plain_handlers.get(method) if isinstance(method, str) else None
        try:
            if method is None:
                self._answered(message)
                return
            if plain is not None:
                with contextlib.suppress(JsonRpcException):
                    plain(message.get("params"))
                return
            if isinstance(method, str) and method not in self.protocol.fm.builtin_features:
                # Said here, since params of unknown shape could not even be structured.
                if request_id(message) is not None:
                    self.outbox.refuse(message["id"], METHOD_NOT_FOUND, f"unknown: {method}")
                return
            structured = self.protocol.structure_message(message)
            self.protocol.handle_message(structured)
        except Exception as error:  # noqa: BLE001 - a message must never end the session
            reason = f"{method or 'a response'}: {type(error).__name__} {error}".strip()
            self.log(f"a message could not be read: {reason}", types.MessageType.Warning)
            identifier = request_id(message)
            if identifier is not None:
                self.outbox.refuse(identifier, INVALID_PARAMS, f"invalid params: {reason}")

    def document(self, identifier: types.TextDocumentIdentifier) -> Document | None:
        """Return the open document that a request names."""
        return self.documents.get(identifier.uri)

    def refuse_stale(self, uri: str, code: int) -> None:
        """Raise the error `code` when a newer version of the document is waiting already."""
        if self.inbox.supersedes(uri):
            data = {"retriggerRequest": False} if code == SERVER_CANCELLED else None
            raise JsonRpcException("a newer version has arrived", code, data)

    def ask(self, method: str, params: Any, then: Callable[[Any], None] | None = None) -> None:
        """Send a request to the client; `then` gets the result, or None where it failed.

        Params and result are plain JSON: structuring settings would turn lists into tuples.
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

    def log(self, text: str, kind: types.MessageType = types.MessageType.Error) -> None:
        """Write to standard error and to the client's log."""
        logger.warning("%s", text)
        self.window_log_message(types.LogMessageParams(kind, text))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Say nothing more: `guarded` has logged the error, and no user is to be shown it."""


def guarded(server: Server, method: str, handler: Handler) -> Callable[[Any], Any]:
    """Return `handler` so that an error in it is logged and becomes an LSP error."""

    def run(params: Any) -> Any:
        try:
            result = handler(server, params)
        except JsonRpcException:
            raise
        except Exception as error:
            logger.exception("%s failed", method)
            where = traceback.extract_tb(error.__traceback__)[-1]
            text = f"{method} failed: {type(error).__name__}: {error} ({where.name}:{where.lineno})"
            server.window_log_message(types.LogMessageParams(types.MessageType.Error, text))
            raise JsonRpcInternalError(text) from error
        if server.inbox.cancelled:
            raise JsonRpcRequestCancelled
        return result

    return run


def start(client: Client, params: dict[str, Any], inbox: Inbox, outbox: Outbox) -> Server:
    """Return the server of a session whose `initialize` has been answered."""
    from opencl_ls.server.handlers import HANDLERS, PLAIN_HANDLERS  # noqa: PLC0415 - it names `Server` for types

    server = Server(client, inbox, outbox)
    for method, handler in HANDLERS.items():
        # As built-in features they take the place of pygls's own, which would keep a second copy
        # of every document.
        server.protocol.fm.add_builtin_feature(method, guarded(server, method, handler))
    for method, handler in PLAIN_HANDLERS.items():
        server.plain_handlers[method] = guarded(server, method, handler)
    server.configuration.begin(params)
    return server
