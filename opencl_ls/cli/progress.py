"""A progress bar for long runs: on standard error, only on a terminal."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

_WIDTH: Final = 30
# A run that ends sooner than this shows nothing; a terminal redrawn more often flickers.
_PATIENCE: Final = 0.5
_INTERVAL: Final = 0.1


class Progress:
    """Counts the files that are done."""

    def __init__(
        self, total: int, stream: TextIO | None, clock: Callable[[], float] = monotonic
    ) -> None:
        self._total = total
        self._stream = stream
        self._clock = clock
        self._done = 0
        self._drawn = False
        self._next = clock() + _PATIENCE

    def step(self, label: str) -> None:
        """Note that one more file is done, the one called `label`."""
        self._done += 1
        if self._stream is None or self._clock() < self._next:
            return
        self._next = self._clock() + _INTERVAL
        self._drawn = True
        filled = _WIDTH * self._done // max(1, self._total)
        bar = "#" * filled + "." * (_WIDTH - filled)
        name = label if len(label) <= _WIDTH else "..." + label[3 - _WIDTH :]
        self._stream.write(f"\r\x1b[K[{bar}] {self._done}/{self._total} {name}")
        self._stream.flush()

    def clear(self) -> None:
        """Clear the bar, before something else is printed."""
        if self._drawn and self._stream is not None:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._drawn = False
