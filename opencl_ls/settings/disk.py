"""The reader of configuration files that looks at the disk."""

from __future__ import annotations

from pathlib import Path


class DiskReader:
    """Reads files from the disk; what cannot be read counts as absent."""

    def read(self, path: str) -> str | None:
        """Return the text of a file, or None when it cannot be read."""
        try:
            return Path(path).read_text("utf-8-sig", "replace")
        except OSError:
            return None

    def exists(self, path: str) -> bool:
        """Tell whether there is a file of this name."""
        try:
            return Path(path).is_file()
        except (OSError, ValueError):
            return False
