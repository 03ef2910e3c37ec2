"""The reader of configuration files on the disk."""

from __future__ import annotations

import os
import stat

from opencl_ls.disk import read_file


class DiskReader:
    """Reads files from the disk; unreadable ones count as absent.

    It records the requested files, so that `outdated` costs one check of each.
    """

    def __init__(self) -> None:
        self._asked: dict[str, tuple[int, int] | None] = {}

    def read(self, path: str) -> str | None:
        """Return the text of a file, or None when it cannot be read."""
        try:
            data = read_file(path)
        except (OSError, ValueError):
            return None
        if data is None:
            return None
        text = data.decode("utf-8-sig", "replace")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def exists(self, path: str) -> bool:
        """Tell whether there is a file of this name."""
        state = _state(path)
        # Results of an earlier state are outdated, even if a later one is requested.
        self._asked.setdefault(path, state)
        return state is not None

    def outdated(self) -> bool:
        """Tell whether a requested file has changed, appeared or vanished since."""
        return any(_state(path) != known for path, known in self._asked.items())


def _state(path: str) -> tuple[int, int] | None:
    """Return the stamp of a file; None if there is no file."""
    try:
        status = os.stat(path)  # noqa: PTH116 - many paths are asked about
    except (OSError, ValueError):
        return None
    return (status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None
