"""The entries of a folder, for the completion of an `#include`: only those that may be read."""

from __future__ import annotations

import os
import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from opencl_ls.server.guard import may_reach

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from opencl_ls.server.documents import Document
    from opencl_ls.server.workspace import Workspace

_NAMEABLE: Final = re.compile(r"[^.\\\"<>\r\n\ud800-\udfff][^\\\"<>\r\n\ud800-\udfff]*")
MOST_ENTRIES: Final = 5000
"""The largest number of names in a folder that are read; a folder of headers has fewer."""


def listing_for(
    workspace: Workspace, document: Document
) -> Callable[[str], Iterable[tuple[str, bool]]]:
    """Return the function that lists a folder for an `#include` of a document.

    It gives the names in a folder, each with whether it is a folder; it leaves out hidden ones, and
    those that an `#include` cannot name.  Open documents that are not saved yet count.  A folder of
    which no file may be included is empty, as is one that cannot be read.
    """
    paths = workspace.settings_of(document).target.include_paths
    folders = workspace.configuration.folders()

    def listing(folder: str) -> Iterator[tuple[str, bool]]:
        inside = os.path.join(folder, "_")  # noqa: PTH118 - as a name in the folder is compared
        if not may_reach(inside, document.path, paths, folders, is_absolute=False):
            return
        names = dict(_entries(folder))
        above = folder.rstrip("/") + "/"
        for each in workspace.documents:
            name = each.path.removeprefix(above)
            if name != each.path and "/" not in name and _NAMEABLE.fullmatch(name):
                names.setdefault(name, False)
        yield from names.items()

    return listing


def _entries(folder: str) -> Iterator[tuple[str, bool]]:
    """Yield the names in a folder on disk; links count as their targets."""
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, MOST_ENTRIES):
                if _NAMEABLE.fullmatch(entry.name):
                    yield entry.name, entry.is_dir()
    except (OSError, ValueError):
        # A folder that does not exist, or must not be read, is empty.
        return
