"""The files that a document may make the server read: the workspace's, and configured ones.

A kernel from elsewhere must not make an editor read arbitrary files of its user: an include that
leads out of the workspace is not found until its folder is in the settings.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from opencl_ls.analysis.sources import SourceProvider

_COMMAND_LINE = "<command line>"


class GuardedFiles:
    """A provider in front of another one that restricts includes to allowed folders.

    `folders` returns the workspace's folders.  Names are compared as written: a link inside the
    workspace is followed.  A document outside of every workspace folder may include files wherever
    a relative name leads.
    """

    def __init__(self, files: SourceProvider, folders: Callable[[], Iterable[str]]) -> None:
        self._files = files
        self._folders = folders

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """Return the path that an `#include` means, also None for one that must not be read."""
        found = self._files.resolve(name, quoted, includer, paths)
        if found is None or includer == _COMMAND_LINE:
            return found
        is_absolute = os.path.isabs(name)  # noqa: PTH117 - no Path made
        folders = tuple(self._folders())
        allowed = may_reach(found, includer, paths, folders, is_absolute=is_absolute)
        return found if allowed else None

    def read(self, path: str) -> str | None:
        """Return the byte text of a file that was resolved."""
        return self._files.read(path)


def may_reach(
    path: str, includer: str, paths: Iterable[str], folders: Iterable[str], *, is_absolute: bool
) -> bool:
    """Tell whether a document may make the server access a path that a name in it leads to.

    `paths` are the include paths of the settings, `folders` those of the workspace; `is_absolute`
    is true for an absolute name.
    """
    if is_inside(path, paths) or is_inside(path, folders):
        return True
    return not is_absolute and not is_inside(includer, folders)


def is_inside(path: str, folders: Iterable[str]) -> bool:
    """Tell whether a path, as it is written, is in one of some folders."""
    path = _normal(path)
    return any(path.startswith(_normal(folder).rstrip("/") + "/") for folder in folders)


def _normal(path: str) -> str:
    return os.path.normpath(path).replace("\\", "/")
