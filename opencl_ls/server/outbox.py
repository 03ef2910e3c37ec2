"""The way to the client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK: Final = 1 << 16
"""The size of one write to the connection, in bytes."""


class Outbox:
    """The stream that pygls writes to; a broken connection is noted, not raised.

    What is written waits for `flush`, so that a client that does not read delays only its own
    session.  `sent` counts the writes that the connection has begun.
    """

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self._waiting: list[bytes] = []
        self.broken = False
        self.sending = False
        self.sent = 0

    def write(self, data: bytes) -> None:
        """Take bytes that are framed already."""
        self._waiting.append(data)

    def flush(self) -> None:
        """Send what was written."""
        data = b"".join(self._waiting)
        self._waiting.clear()
        if self.broken or not data:
            return
        self.sending = True
        try:
            for start in range(0, len(data), _CHUNK):
                self.sent += 1
                self._write(data[start : start + _CHUNK])
        except (OSError, ValueError):
            self.broken = True
        self.sending = False

    def close(self) -> None:
        """Do nothing: the endpoint closes what it opened."""
