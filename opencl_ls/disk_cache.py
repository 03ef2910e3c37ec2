"""The disk cache: results of the analysis of files for the next run of `check` or of the server.

An entry is valid for one text with one set of settings, as long as every include resolves to the
same file with the same text.  The lookup does not load the analysis.  Nothing here raises: an entry
that cannot be read or written counts as missing.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from opencl_ls import __version__
from opencl_ls.cache_folder import build
from opencl_ls.disk_store import write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.sources import SourceProvider
    from opencl_ls.settings.model import Settings

_FORMAT: Final = 2
"""The version of the format of entries."""
_DAY: Final = 86_400
"""In seconds."""
_LIFETIME: Final = 30 * _DAY
"""The age of an entry at which it is removed, in seconds."""
_LARGEST: Final = 500_000_000
"""The size of all entries that is left, in bytes."""


class Entry(NamedTuple):
    """A cached result: the included files that it was made with, and plain data."""

    files: tuple[str, ...]
    data: Any


class DiskCache:
    """The entries of one `kind` below a folder; `files` looks up includes.

    The texts of included files are assumed to stay the same for the life of this object.
    """

    def __init__(self, folder: Path, kind: str, files: SourceProvider) -> None:
        self._folder = folder
        self._kind = kind
        self._files = files
        self._hashes: dict[str, str] = {}

    def load(self, name: str, text: str, settings: Settings) -> Entry | None:
        """Return the entry for a file of this name, text and settings, None without a valid one."""
        try:
            entry = json.loads(self._path(name, text, settings).read_text("utf-8"))
            if not all(map(self._is_same_include, entry["includes"])):
                return None
            if any(self._hash(file) != known for file, known in entry["files"].items()):
                return None
            return Entry(tuple(entry["files"]), entry["data"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def store(
        self,
        name: str,
        text: str,
        settings: Settings,
        analyses: Sequence[Analysis],
        data: object,
    ) -> None:
        """Store plain data about a file; nothing if its includes cannot be checked later.

        `analyses` are those that the data is from, of the file or of the programs in it.
        """
        includes = [each for analysis in analyses for each in _includes(analysis, settings)]
        if None in includes or "__has_include" in text:
            return
        read = {file for analysis in analyses for file in analysis.files}
        files = {file: self._hash(file) for file in sorted(read - {name})}
        if any("__has_include" in (self._files.read(file) or "") for file in files):
            return
        entry = {"includes": includes, "files": files, "data": data}
        path = self._path(name, text, settings)
        with suppress(ValueError):
            write(path, json.dumps(entry, separators=(",", ":")).encode())

    def prune(self) -> None:
        """Remove old entries, and the oldest beyond `_LARGEST` bytes; once a day at most."""
        stamp = self._folder / "pruned"
        now = time.time()
        with suppress(OSError):
            if stamp.exists() and now - stamp.stat().st_mtime < _DAY:
                return
            self._folder.mkdir(parents=True, exist_ok=True)
            stamp.touch()
            size = 0
            entries = [(path.stat(), path) for path in self._folder.glob("??/*")]
            for status, path in sorted(entries, key=lambda each: -each[0].st_mtime):
                size += status.st_size
                if size > _LARGEST or now - status.st_mtime > _LIFETIME:
                    path.unlink()

    def _path(self, name: str, text: str, settings: Settings) -> Path:
        # The settings of other features do not change findings.
        relevant = (settings.target, settings.rules)
        key = (_FORMAT, __version__, build(), self._kind, os.getcwd(), name, *relevant)  # noqa: PTH109
        digest = hashlib.sha256(repr(key).encode("utf-8", "surrogatepass"))
        digest.update(text.encode("latin-1"))
        name = digest.hexdigest()
        return self._folder / name[:2] / name[2:]

    def _hash(self, file: str) -> str:
        known = self._hashes.get(file)
        if known is None:
            text = self._files.read(file)
            data = b"" if text is None else b"+" + text.encode("latin-1")
            known = self._hashes[file] = hashlib.sha256(data).hexdigest()
        return known

    def _is_same_include(self, include: list[Any]) -> bool:
        name, quoted, includer, paths, found = include
        path = self._files.resolve(name, quoted, includer, paths)
        if path is not None and self._files.read(path) is None:
            path = None
        return bool(path == found)


def _includes(analysis: Analysis, settings: Settings) -> Iterator[list[Any] | None]:
    """Yield the lookup of each include with its result; None for one without a known name."""
    paths = settings.target.include_paths
    for name, quoted, includer, path in analysis.includes():
        yield None if name is None else [name, quoted, includer, paths, path]
