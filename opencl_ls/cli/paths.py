"""The files that a run checks, and relative paths."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opencl_ls.cli.embedded import is_host_program
from opencl_ls.disk import KERNEL_ENDINGS, is_searched, is_source
from opencl_ls.settings.files import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

STANDARD_INPUT: Final = "-"


def no_hosts(_folder: str) -> bool:
    """Return that no folder is searched for host programs."""
    return False


def collect(paths: Iterable[str], has_hosts: Callable[[str], bool] = no_hosts) -> Iterator[str]:
    """Yield the files to check, each once: those that are named, and the kernels of folders.

    Host programs with kernels in them are found as well, in the folders that `has_hosts` accepts.

    A named file counts whatever its ending is, even if it does not exist: reading it reports that.
    """
    seen: set[str] = set()
    for path in paths:
        for file in _kernels(path, has_hosts) if is_folder(path) else (path,):
            name = file if file == STANDARD_INPUT else os.path.normpath(file)
            if name not in seen:
                seen.add(name)
                yield name


def is_folder(path: str) -> bool:
    """Tell whether a path leads to an existing folder."""
    try:
        return path != STANDARD_INPUT and Path(path).is_dir()
    except OSError:
        return False


def path_within(path: str, root: str) -> str:
    """Return a path relative to `root`, with forward slashes; absolute if it is outside."""
    base = Path.cwd() / root
    absolute = Path(os.path.normpath(Path.cwd() / path))
    base = Path(os.path.normpath(base))
    found = absolute.relative_to(base) if absolute.is_relative_to(base) else absolute
    return found.as_posix()


def _kernels(folder: str, has_hosts: Callable[[str], bool]) -> Iterator[str]:
    """Yield the kernels below a folder, sorted."""
    # The pending paths, the next one last, each with whether it is a folder, and whether the folder
    # that it is in is searched for host programs.  A list and no recursion: folders may be nested
    # more deeply than calls.
    waiting = [(folder, True, has_hosts(folder))]
    while waiting:
        path, descend, embedded = waiting.pop()
        if descend:
            waiting += reversed(_listed(path, has_hosts, embedded))
        else:
            yield path


def _listed(
    folder: str, has_hosts: Callable[[str], bool], embedded: bool
) -> list[tuple[str, bool, bool]]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        # A folder that cannot be listed is passed on as a file, whose reading reports the error.
        return [(folder, False, embedded)]
    if any(entry.name in NAMES for entry in entries):
        embedded = has_hosts(folder)
    return [
        (entry.path, descend, embedded)
        for entry in entries
        if (descend := is_searched(entry))
        or is_source(entry, KERNEL_ENDINGS)
        or (embedded and is_host_program(entry))
    ]
