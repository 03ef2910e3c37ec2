"""The files on disk behind the open documents."""

from __future__ import annotations

import os
import posixpath
from pathlib import Path
from typing import TYPE_CHECKING

from opencl_ls.text import byte_text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

SIZE_LIMIT = 16 << 20
"""Larger files cannot be included; no header is."""


class Disk:
    """Finds and reads included files; each is read again only when it has changed."""

    def __init__(self) -> None:
        self._texts: dict[str, tuple[tuple[int, int], str]] = {}

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """Return the path that an `#include` means: beside the includer first where quoted."""
        folders = [posixpath.dirname(includer), *paths] if quoted else list(paths)
        name = _as_named(name)
        for folder in folders:
            path = posixpath.normpath(posixpath.join(folder.replace("\\", "/"), name))
            if os.path.isfile(path):  # noqa: PTH113 - on the path of every keystroke
                return path
        return None

    def read(self, path: str) -> str | None:
        """Return the byte text of a file; None where it cannot be read."""
        try:
            status = os.stat(path)  # noqa: PTH116 - likewise
            stamp = (status.st_mtime_ns, status.st_size)
            known = self._texts.get(path)
            if known is not None and known[0] == stamp:
                return known[1]
            if status.st_size > SIZE_LIMIT:
                return None
            text = byte_text_of(Path(path).read_bytes())
        except (OSError, ValueError):
            return None
        self._texts[path] = (stamp, text)
        return text


def _as_named(name: str) -> str:
    """Return a name from byte text as the file system has it."""
    if name.isascii():
        return name
    try:
        return name.encode("latin-1").decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return name
