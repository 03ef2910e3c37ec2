"""What was found in files before, kept on the disk for the next run of `check` or of the server.

An entry holds for one text under one set of settings, and for as long as every include still means
the same file with the same text.  It is looked up before the analysis is even loaded.  Nothing here
ever fails: an entry that cannot be read, or written, is one that is not there.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from opencl_ls import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.sources import SourceProvider
    from opencl_ls.settings.model import Settings

_SHAPE: Final = 2
"""Changes whenever entries are written in another way."""
_DAY: Final = 86_400
_KEPT: Final = 30 * _DAY
_FOLDER_VARIABLE: Final = "OPENCL_LS_CACHE"


class Entry(NamedTuple):
    """What was kept: the included files that it was made with, and plain data."""

    files: tuple[str, ...]
    data: Any


class Kept:
    """The entries of one `kind` below a folder; `files` is what includes are looked up with.

    The texts of included files are taken to stay the same for the life of this object.
    """

    def __init__(self, folder: Path, kind: str, files: SourceProvider) -> None:
        self._folder = folder
        self._kind = kind
        self._files = files
        self._hashes: dict[str, str] = {}

    def load(self, name: str, text: str, settings: Settings) -> Entry | None:
        """Return what was kept for a file of this name, text and settings, if it still holds."""
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
        self, name: str, text: str, settings: Settings, analysis: Analysis, data: object
    ) -> None:
        """Keep plain data about a file."""
        includes = list(_includes(analysis, settings))
        if None in includes or "__has_include" in text:
            return
        files = {file: self._hash(file) for file in analysis.files if file != name}
        if any("__has_include" in (self._files.read(file) or "") for file in files):
            return
        entry = {"includes": includes, "files": files, "data": data}
        path = self._path(name, text, settings)
        import tempfile  # noqa: PLC0415 - nobody waits for what is kept

        with suppress(OSError, ValueError):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent)
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                json.dump(entry, stream, separators=(",", ":"))
            Path(temporary).replace(path)

    def prune(self) -> None:
        """Remove the entries that are a month old, once a day at most."""
        stamp = self._folder / "pruned"
        now = time.time()
        with suppress(OSError):
            if stamp.exists() and now - stamp.stat().st_mtime < _DAY:
                return
            self._folder.mkdir(parents=True, exist_ok=True)
            stamp.touch()
            for path in self._folder.glob("??/*"):
                if now - path.stat().st_mtime > _KEPT:
                    path.unlink()

    def _path(self, name: str, text: str, settings: Settings) -> Path:
        # What an editor shows besides findings makes no difference to these.
        said = (settings.target, settings.rules)
        told = (_SHAPE, __version__, build(), self._kind, os.getcwd(), name, *said)  # noqa: PTH109
        digest = hashlib.sha256(repr(told).encode("utf-8", "surrogatepass"))
        digest.update(text.encode("latin-1"))
        found = digest.hexdigest()
        return self._folder / found[:2] / found[2:]

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


def cache_folder() -> Path | None:
    """Return the folder of the user's caches, or None where there is none or is to be none."""
    own = os.environ.get(_FOLDER_VARIABLE)
    if own is not None:
        return Path(own) if own else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) / "opencl-ls" / "cache" if local else None
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "opencl-ls"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "opencl-ls"


def _includes(analysis: Analysis, settings: Settings) -> Iterator[list[Any] | None]:
    """Yield how each include was looked for and what it meant; None for one that is not told."""
    paths = settings.target.include_paths
    for name, quoted, includer, path in analysis.includes():
        yield None if name is None else [name, quoted, includer, paths, path]


@cache
def build() -> str:
    """Return what tells this build of the program from others of the same version."""
    newest = count = size = 0
    folders = [str(Path(__file__).parent)]
    for folder in folders:
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".json", ".so", ".pyd")):
                    status = entry.stat()
                    newest = max(newest, status.st_mtime_ns)
                    count, size = count + 1, size + status.st_size
                elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                    folders.append(entry.path)
    return f"{newest} {count} {size}"
