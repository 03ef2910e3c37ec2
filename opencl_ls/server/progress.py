"""The progress of long work in the client, and its cancellation by the user."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Final

from lsprotocol import types

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer

    from opencl_ls.server.client import Client

_STEP: Final = 5
_FILES: Final = 50
"""The percent, or files, between two reports: more reports would only be more messages.

Work of less than one such step is not shown.
"""


class Progress:
    """The progress of one piece of work; without a `token` it is neither shown nor cancelled.

    `title` names the work, such as "Indexing".
    """

    def __init__(self, server: LanguageServer, token: types.ProgressToken | None, title: str):
        self._shown = server.work_done_progress
        self._token = token
        self._title = title
        self._begun = False
        self._reported = 0

    @property
    def is_stopped(self) -> bool:
        """Whether the user cancelled the work."""
        future = None if self._token is None else self._shown.tokens.get(self._token)
        return future is not None and future.cancelled()

    def report(self, done: int, total: int = 0) -> None:
        """Show that `done` of `total` files are done, 0 for a number that is not known yet."""
        percentage = min(100, 100 * done // total) if total else None
        reached = done // _FILES if percentage is None else percentage // _STEP
        if self._token is None or reached == self._reported:
            return
        message = f"{done} of {total}" if total else f"{done} files"
        if not self._begun:
            self._begun = True
            begin = types.WorkDoneProgressBegin(
                title=self._title, cancellable=True, message=message, percentage=percentage
            )
            self._shown.begin(self._token, begin)
        else:
            report = types.WorkDoneProgressReport(message=message, percentage=percentage)
            self._shown.report(self._token, report)
        self._reported = reached

    def end(self) -> None:
        """Show that the work has ended."""
        if self._token is not None and self._begun:
            self._shown.end(self._token, types.WorkDoneProgressEnd())
        if self._token is not None:
            self._shown.tokens.pop(self._token, None)
        self._token = None


class ProgressBars:
    """Makes the progress of work that the client asked for, and of the server's own."""

    def __init__(self, server: LanguageServer, client: Client) -> None:
        self._server = server
        self._client = client

    def asked(self, token: types.ProgressToken | None, title: str) -> Progress:
        """Return the progress of a request, which is shown if the request has a token."""
        return Progress(self._server, token, title)

    def own(self, title: str) -> Progress:
        """Return the progress of the server's own work, shown if the client can show it."""
        if not self._client.shows_progress:
            return Progress(self._server, None, title)
        token = f"opencl-ls-{uuid.uuid4()}"
        self._server.work_done_progress.create(token)
        return Progress(self._server, token, title)
