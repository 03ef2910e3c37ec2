"""The folder of the caches, and the build of the program that filled them.

Nothing is imported here but what the interpreter has loaded: `typing` alone takes as long as the
answer to a repeated check.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Final

FOLDER_VARIABLE: Final = "OPENCL_LS_CACHE"
"""The variable of the environment that names the folder, or none if it is empty."""

_CODE: Final = (".py", ".json", ".so", ".pyd")
"""The endings of the files on which results depend."""


def folder_of_caches() -> str | None:
    """Return the path of `cache_folder`."""
    own = os.environ.get(FOLDER_VARIABLE)
    if own is not None:
        return own or None
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return os.path.join(local, "opencl-ls", "cache") if local else None
    home = os.path.expanduser("~")
    if home == "~":
        return None
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Caches", "opencl-ls")
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    return os.path.join(base, "opencl-ls")


def cache_folder() -> Path | None:
    """Return the folder of the caches, or None if the user has none or switched them off."""
    from pathlib import Path  # noqa: PLC0415 - see above

    folder = folder_of_caches()
    return None if folder is None else Path(folder)


_builds: list[str] = []


def build() -> str:
    """Return a text that differs between builds of the program with the same version."""
    if not _builds:
        _builds.append(_build(os.path.dirname(__file__)))
    return _builds[0]


def _build(package: str) -> str:
    newest = count = size = 0
    folders = [package]
    for folder in folders:
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    name = entry.name
                    if name.endswith(_CODE):
                        status = entry.stat()
                        newest = max(newest, status.st_mtime_ns)
                        count, size = count + 1, size + status.st_size
                    elif "." not in name and name != "__pycache__" and entry.is_dir():
                        folders.append(entry.path)
        except OSError:
            continue
    return f"{newest} {count} {size}"
