"""The files of the disk, as the preprocessor asks for them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from opencl_ls.cli.sources import UnreadableError, read_source

if TYPE_CHECKING:
    from collections.abc import Sequence


class DiskFiles:
    """Finds and reads included files; each is read once in a run, and most names looked up once."""

    def __init__(self) -> None:
        self._texts: dict[str, str | None] = {}
        self._exists: dict[str, bool] = {}

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """Return the path that an `#include` means, or None.

        A quoted name is looked for beside the file that includes it, and then as all names are:
        in the search paths, in their order.
        """
        folders = (str(Path(includer).parent), *paths) if quoted else tuple(paths)
        for folder in folders:
            path = Path(os.path.normpath(Path(folder) / _as_named(name))).as_posix()
            if self._is_file(path):
                return path
        return None

    def read(self, path: str) -> str | None:
        """Return the byte text of a file, or None where it cannot be read."""
        if path not in self._texts:
            try:
                self._texts[path] = read_source(path).text
            except UnreadableError:
                self._texts[path] = None
        return self._texts[path]

    def _is_file(self, path: str) -> bool:
        found = self._exists.get(path)
        if found is None:
            try:
                found = Path(path).is_file()
            except (OSError, ValueError):
                found = False
            self._exists[path] = found
        return found


def _as_named(name: str) -> str:
    """Return a name from byte text as the file system has it."""
    if name.isascii():
        return name
    return name.encode("latin-1", "replace").decode("utf-8", "surrogateescape")
