"""Work that waits until the session has caught up with the client: diagnostics that are pushed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.server import push

if TYPE_CHECKING:
    from opencl_ls.server.state import Server

_SETTINGS_WAIT = 1.0
"""Seconds for which the first diagnostics wait for the client's settings."""


class Background:
    """The documents whose diagnostics are due, oldest first."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._due: dict[str, None] = {}
        self.waited = 0
        """How many messages have been handled while work was due."""
        self._settings_missing = False

    @property
    def pending(self) -> bool:
        """Whether there is anything to do now."""
        return bool(self._due) and not self._settings_missing

    @property
    def delay(self) -> float | None:
        """How long the session may wait for a message before `waited_enough` is called."""
        return _SETTINGS_WAIT if self._due and self._settings_missing else None

    def await_settings(self) -> None:
        """Hold all work back until the client has told its settings, lest all be done twice."""
        self._settings_missing = True

    def waited_enough(self) -> None:
        """Go on: the settings are known, or the client does not tell them."""
        self._settings_missing = False

    def due(self, path: str) -> None:
        """Note that the diagnostics of an open document have to be made anew."""
        if self._server.client.pulls_diagnostics:
            return
        if not self._due:
            self.waited = 0
        self._due[path] = None

    def dropped(self, path: str) -> None:
        """Forget a document that has been closed."""
        self._due.pop(path, None)

    def step(self) -> None:
        """Do the oldest piece of work, unless a waiting message makes it obsolete."""
        path = next(iter(self._due))
        del self._due[path]
        self.waited = 0
        document = self._server.documents.at(path)
        if document is None:
            return
        if self._server.inbox.supersedes(document.uri):
            # The newer version is on its way and will be due itself.
            return
        push.publish(self._server, document)
