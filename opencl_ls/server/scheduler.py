"""The work of a session when no message waits, and its order.

Diagnostics that are pushed are *due* and come first.  Then come idle tasks, cut into steps, of
which one is done while nothing is due and no message waits.  Periodic work, such as polling the
files on the disk, is done when no message has come for a while.
"""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.server import garbage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencl_ls.server.transport import Inbox

logger = logging.getLogger(__name__)

_MOST_BEFORE: Final = 64
"""The most messages that are handled before due diagnostics."""
_SETTINGS_WAIT: Final = 1.0
"""The time that the first diagnostics wait for the client's settings, in seconds."""

_FELT: Final = 0.25
"""The time of work without a pause before the client is notified, in seconds."""

COMPLETION: Final = -1
"""The rank of tasks that complete diagnostics; lower ranks go first."""
LOADING: Final = 1
"""The rank of tasks that load what a later request may need."""
MEANING: Final = 2
"""The rank of tasks that complete semantic tokens and inactive regions."""
CACHING: Final = 5
"""The rank of tasks that write diagnostics to the disk."""
INDEXING: Final = 10
"""The rank of tasks that read files of the workspace that are not open."""
WRITING: Final = 20
"""The rank of tasks that write pages of the reference."""

CHECKING_WORDS: Final = "checking"
INDEXING_WORDS: Final = "reading the workspace"
WRITING_WORDS: Final = "writing the reference"
"""The text that an editor shows during such work."""


class _Periodic(Struct):
    """An action that is repeated while no message comes; `last` is when it was done."""

    seconds: float
    action: Callable[[], None]
    last: float


class Scheduler:
    """The documents whose diagnostics are due, oldest first, and the tasks for idle times.

    `publish` is called with the path of each document that is due.  `working` is called with a
    description of the work, once that takes noticeably long, and with "" when it is done.
    """

    def __init__(self, inbox: Inbox, clock: Callable[[], float] = time.monotonic) -> None:
        self.publish: Callable[[str], None] = _ignore
        self.working: Callable[[str], None] = _ignore
        self._inbox = inbox
        self.clock = clock
        # Whether each of them is urgent.
        self._due: dict[str, bool] = {}
        self._handled_while_due = 0
        self._settings_missing = False
        self._tasks: list[tuple[int, Iterator[None]]] = []
        self._periodic: list[_Periodic] = []
        self._quiet_since = clock()
        self._busy_since: float | None = None
        self._shown = ""

    # --- requests of other parts -----------------------------------------------------------------

    def due(self, path: str, *, urgent: bool = False) -> None:
        """Note that the diagnostics of an open document have to be made again.

        Urgent documents precede all messages: a client may open thirty documents at once, and asks
        for symbols and tokens as soon as one is open.
        """
        if not self._due:
            self._handled_while_due = 0
        self._due[path] = urgent or self._due.get(path, False)

    def dropped(self, path: str) -> None:
        """Forget a document that has been closed."""
        self._due.pop(path, None)

    def later(self, task: Iterator[None], rank: int = 0) -> None:
        """Run a task in idle times, step by step; each `next` is one step.

        A message that comes during a step waits for its end, so a step takes a few milliseconds at
        most.  Between two steps anything may have changed: a task for one state checks whether that
        state is still valid, and returns if not.  Of several tasks the one with the lowest rank
        goes first, among equals the oldest, until it is exhausted.  A task that raises is logged
        and dropped.
        """
        self._tasks.append((rank, task))

    def every(self, seconds: float, action: Callable[[], None]) -> None:
        """Repeat an action each `seconds`, while no message comes and no task is left."""
        self._periodic.append(_Periodic(seconds, action, self.clock()))

    def await_settings(self) -> None:
        """Delay all work until the client has sent its settings, so that none is done twice."""
        self._settings_missing = True

    def settings_arrived(self) -> None:
        """Continue: the settings are known, or the client does not send them."""
        self._settings_missing = False

    # --- the loop of the session -----------------------------------------------------------------

    def message_handled(self) -> None:
        """Note that a message was taken from the inbox."""
        self._handled_while_due += 1
        self._quiet_since = self.clock()

    def step(self) -> Callable[[], None] | None:
        """Return the work to do before the next message is taken, if any."""
        if self._due and not self._settings_missing:
            is_urgent = self._handled_while_due > _MOST_BEFORE or any(self._due.values())
            if is_urgent or self._inbox.empty:
                return self._publish_next
        if self._tasks and not self._due and self._inbox.empty:
            return self._idle_step
        return None

    def pause(self) -> tuple[float | None, Callable[[], None]]:
        """Return the work to do when no message comes, and after how many seconds.

        None means no limit.
        """
        if not self._due and not self._tasks:
            self._busy_since = None
            self._tell("")
        timers: list[tuple[float, Callable[[], None]]] = []
        now = self.clock()
        quiet = now - self._quiet_since
        short, long = garbage.pause(), garbage.long_pause()
        if short is not None:
            timers.append((short, garbage.collect_young))
        if self._due and self._settings_missing:
            timers.append((_SETTINGS_WAIT - quiet, self.settings_arrived))
        if long is not None:
            timers.append((long - quiet, garbage.collect_all))
        for each in self._periodic:
            again = partial(self._repeat, each)
            timers.append((each.last + each.seconds - now, again))
        if not timers:
            return None, _nothing
        seconds, action = min(timers, key=lambda timer: timer[0])
        return max(seconds, 0.0), action

    def _publish_next(self) -> None:
        """Publish for the oldest document that is due, urgent ones first."""
        urgent = [path for path, is_urgent in self._due.items() if is_urgent]
        path = next(iter(urgent or self._due))
        del self._due[path]
        self._handled_while_due = 0
        self._work(CHECKING_WORDS)
        self.publish(path)

    def _idle_step(self) -> None:
        """Do one step of the first task."""
        first = min(self._tasks, key=lambda entry: entry[0])
        self._work(_words(first[0]))
        try:
            next(first[1])
        except StopIteration:
            self._tasks.remove(first)
        except Exception:
            # No request waits for the task, and the rest of the session does not depend on it.
            logger.exception("work in the background failed")
            self._tasks.remove(first)
        garbage.collect_young()

    def _work(self, words: str) -> None:
        """Note that work begins; report it if it takes long."""
        now = self.clock()
        if self._busy_since is None:
            self._busy_since = now
        if now - self._busy_since >= _FELT:
            self._tell(words)

    def _tell(self, words: str) -> None:
        if words != self._shown:
            self._shown = words
            self.working(words)

    def _repeat(self, periodic: _Periodic) -> None:
        periodic.last = self.clock()
        periodic.action()


def _words(rank: int) -> str:
    if rank >= WRITING:
        return WRITING_WORDS
    return INDEXING_WORDS if rank >= INDEXING else CHECKING_WORDS


def _nothing() -> None:
    """Do nothing."""


def _ignore(_: str) -> None:
    """Publish and show nothing: no client has been greeted, or it does not support it."""
