"""The requests that pygls answers: they wait until it is loaded, and nothing else waits for them.

Importing it takes a quarter of a second, longer than the first diagnostics of a file.  Editors ask
for symbols and tokens as soon as they have opened one, so it is imported on a thread that steps
aside for diagnostics and keys.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from opencl_ls.server import garbage
from opencl_ls.server.errors import INTERNAL_ERROR, RequestError
from opencl_ls.server.transport import EndOfInput, Item, Message, Prepared, named_document
from opencl_ls.server.turns import turn
from opencl_ls.server.uris import path_of

if TYPE_CHECKING:
    from opencl_ls.server.library import Library
    from opencl_ls.server.state import Server

logger = logging.getLogger(__name__)

_CHANGES = ("textDocument/didOpen", "textDocument/didChange", "textDocument/didClose")
_ENDS = ("shutdown", "exit")


class LibraryRequests:
    """What one session asks pygls."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._making = threading.Lock()
        self._made: Library | RequestError | None = None
        self._asked: set[str | None] = set()
        self.begun = False
        """Whether the library is loaded, or is being loaded."""

    def handle(self, message: Message) -> None:
        """Let the library answer a request, now or when it is loaded.

        Raises RequestError where it cannot be loaded.
        """
        library = self._made
        if library is None or self._server.inbox.holds_back:
            self._server.inbox.set_aside(message)
            self._asked.add(_path(message))
            self.begin()
        elif isinstance(library, RequestError):
            raise library
        else:
            # It gets what counts and nothing else: it would leave a request without an answer that
            # tells another version of JSON-RPC, or has an error beside its method.
            counts = {name: message.get(name) for name in ("id", "method", "params")}
            library.handle({"jsonrpc": "2.0", **counts})

    def begin(self) -> None:
        """Load the library on a thread, unless that was begun before."""
        if not self.begun:
            self.begun = True
            threading.Thread(target=self._load_aside, name="library", daemon=True).start()

    def go_before(self, item: Item) -> bool:
        """Return whether requests wait that have to be answered before `item` is handled.

        They ask about the text as it was, and nobody is there to be answered behind the end.
        """
        if not self._server.inbox.holds_back:
            return False
        if not isinstance(item, dict):
            return isinstance(item, EndOfInput)
        return item.get("method") in _ENDS or (
            item.get("method") in _CHANGES and _path(item) in self._asked
        )

    def finish(self) -> None:
        """Handle what waits next; the library is loaded now if it is not yet."""
        self._load()
        self._asked.clear()
        self._server.inbox.bring_back()

    def _load_aside(self) -> None:
        try:
            with garbage.loading(), turn.aside():
                self._load()
        except Exception:
            # Nobody is to wait for ever: `finish` loads it without looking up.
            logger.exception("pygls cannot be loaded on a thread")
        self._server.inbox.put(Prepared(self._loaded))

    def _loaded(self) -> None:
        self.finish()
        # Reading a workspace may take longer than every pause, and a hover would wait for both.
        self._server.workspace_files.begin()

    def _load(self) -> None:
        with self._making:
            if self._made is not None:
                return
            try:
                from opencl_ls.server.library import Library  # noqa: PLC0415 - takes a quarter second

                self._made = Library(self._server)
            except Exception as error:
                logger.exception("pygls cannot be loaded")
                reason = f"pygls cannot be loaded: {type(error).__name__}: {error}"
                self._made = RequestError(INTERNAL_ERROR, reason)


def _path(message: Message) -> str | None:
    uri = named_document(message.get("params"))
    return path_of(uri) if isinstance(uri, str) else None
