"""Work that waits until the session has caught up with the client.

Diagnostics that are pushed are *due* and come first.  Everything else is idle work: tasks that are
cut into steps, of which one is done while nothing is due and no message waits.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from opencl_ls.server import push

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.server.state import Server

logger = logging.getLogger(__name__)

_PATIENCE = 64
"""How many messages may go before what is due."""
_SETTINGS_WAIT = 1.0
"""Seconds for which the first diagnostics wait for the client's settings."""


class Background:
    """The documents whose diagnostics are due, oldest first, and the tasks for idle times.

    With each document stands whether it is urgent.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._due: dict[str, bool] = {}
        self.waited = 0
        """How many messages have been handled while work was due."""
        self._settings_missing = False
        self._tasks: list[tuple[int, Iterator[None]]] = []

    @property
    def pending(self) -> bool:
        """Whether a piece of what is due is to be done now, before anything that waits."""
        inbox = self._server.inbox
        if not self._due or self._settings_missing:
            return False
        if self.waited > _PATIENCE or any(self._due.values()):
            return True
        return inbox.empty and not inbox.holds_back

    @property
    def idle(self) -> bool:
        """Whether there is idle work to be done now, and nothing before it."""
        inbox = self._server.inbox
        return bool(self._tasks) and not self._due and inbox.empty and not inbox.holds_back

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

    def due(self, path: str, *, urgent: bool = False) -> None:
        """Note that the diagnostics of an open document have to be made anew.

        What is urgent goes before all messages: a client may open thirty documents at once, and
        asks for symbols and tokens as soon as one is open.  While requests wait for the library
        one piece of work is urgent, whatever it is.
        """
        if self._server.client.pulls_diagnostics:
            return
        if not self._due:
            self.waited = 0
        urgent = urgent or (not self._due and self._server.inbox.holds_back)
        self._due[path] = urgent or self._due.get(path, False)

    def dropped(self, path: str) -> None:
        """Forget a document that has been closed."""
        self._due.pop(path, None)

    def step(self) -> None:
        """Do the oldest piece of work, urgent ones first, unless a message makes it obsolete."""
        urgent = [path for path, is_urgent in self._due.items() if is_urgent]
        path = next(iter(urgent or self._due))
        del self._due[path]
        self.waited = 0
        document = self._server.documents.at(path)
        if document is None:
            return
        if self._server.inbox.supersedes(document.uri):
            # The newer version is on its way and will be due itself.
            return
        push.publish(self._server, document)

    def later(self, task: Iterator[None], rank: int = 0) -> None:
        """Do a task in idle times, step by step; each `next` is one step.

        A message that comes during a step waits for its end, so a step takes a few milliseconds at
        most.  Between two steps anything may have changed: a task that serves one state looks
        whether that state still counts, and returns if not.  Of several tasks the one with the
        lowest rank goes first, among equals the oldest, until it is exhausted.  A task that raises
        is logged and dropped.
        """
        self._tasks.append((rank, task))

    def idle_step(self) -> None:
        """Do one step of the first task."""
        first = min(self._tasks, key=lambda entry: entry[0])
        try:
            next(first[1])
        except StopIteration:
            self._tasks.remove(first)
        except Exception:
            # Nobody waits for an answer here, and the rest of the session does not depend on it.
            logger.exception("work in the background failed")
            self._tasks.remove(first)
