"""pygls, bent to our own document store: it structures requests and calls their handlers.

Importing this module takes a quarter of a second, nearly all of it for the protocol's types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from opencl_ls import __version__
from opencl_ls.server import lookups
from opencl_ls.server.errors import RequestError
from opencl_ls.server.state import guarded

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.server.state import Handler, Server
    from opencl_ls.server.transport import Message

HANDLERS: dict[str, Handler] = {
    types.TEXT_DOCUMENT_HOVER: lookups.hover,
    types.WORKSPACE_SYMBOL: lookups.workspace_symbol,
}


class Library(LanguageServer):
    """The part of a session that speaks in the protocol's types."""

    def __init__(self, server: Server) -> None:
        super().__init__("opencl-ls", __version__)
        self.protocol.set_writer(server.outbox)
        for method, handler in HANDLERS.items():
            # As built-in features they take the place of pygls's own, which would keep a second
            # copy of every document.
            handled = _raising(guarded(server, method, handler))
            self.protocol.fm.add_builtin_feature(method, handled)

    def handle(self, message: Message) -> None:
        """Structure a request, call its handler and answer; raises where it has no such shape."""
        self.protocol.handle_message(self.protocol.structure_message(message))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Say nothing more: `guarded` has logged the error, and no user is to be shown it."""


def _raising(handler: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a handler that raises errors as pygls knows them."""

    def run(params: Any) -> Any:
        try:
            return handler(params)
        except RequestError as error:
            raise JsonRpcException(error.reason, error.code, error.data) from error

    return run
