"""Which files a document may make the server read: those of the workspace, and configured ones.

A kernel from elsewhere must not make an editor read any file of its user: an include that leads out
of the workspace is not found until its folder stands in the settings.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from opencl_ls.analysis.sources import SourceProvider

_COMMAND_LINE = "<command line>"


class GuardedFiles:
    """A provider in front of another one that lets includes reach no other folder.

    `folders` returns the workspace's folders.  Names are compared as written: a link inside the
    workspace leads where its owner made it lead.  What is included by a document outside of every
    workspace folder is read wherever a relative name leads.
    """

    def __init__(self, behind: SourceProvider, folders: Callable[[], Iterable[str]]) -> None:
        self._behind = behind
        self._folders = folders

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """Return the path that an `#include` means, None also for one that must not be read."""
        found = self._behind.resolve(name, quoted, includer, paths)
        if found is None or includer == _COMMAND_LINE or is_inside(found, paths):
            return found
        folders = tuple(self._folders())
        if is_inside(found, folders):
            return found
        if os.path.isabs(name) or is_inside(includer, folders):  # noqa: PTH117 - no Path made
            return None
        return found

    def read(self, path: str) -> str | None:
        """Return the byte text of a file that was resolved."""
        return self._behind.read(path)


def is_inside(path: str, folders: Iterable[str]) -> bool:
    """Tell whether a path, as it is written, lies in one of some folders."""
    path = _normal(path)
    return any(path.startswith(_normal(folder).rstrip("/") + "/") for folder in folders)


def _normal(path: str) -> str:
    return os.path.normpath(path).replace("\\", "/")
