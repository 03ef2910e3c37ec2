"""The names that the files of a workspace declare, and the search among them.

A workspace can hold more than a thousand kernels, so an entry is small: its name, which many files
share, and three numbers.
"""

from __future__ import annotations

import re
import sys
from array import array
from heapq import nsmallest
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from opencl_ls.analysis.scan import names_in
from opencl_ls.text import LineTable, display

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

_KINDS: Final = (
    *("kernel", "function", "struct", "union", "enum", "enumerator", "typedef", "variable"),
    "macro",
)
_EXACT, _PREFIX, _INSIDE, _SCATTERED = range(4)


class FileNames(Struct, frozen=True):
    """The declarations of one file.

    `numbers` holds for each name a kind, a line, a column, and twice the number of its container
    among the names, from 1, with 1 added where it is not defined but declared.
    """

    names: tuple[str, ...]
    numbers: array[int]

    def found(self, index: int, path: str) -> Found:
        """Return a name with its kind, place and container."""
        kind, line, column, more = self.numbers[4 * index : 4 * index + 4]
        container = self.names[(more >> 1) - 1] if more >> 1 else ""
        name = self.names[index]
        return Found(name, _KINDS[kind], path, line, column, container, not more & 1)


class Found(NamedTuple):
    """A name in a file; line and column count from 0, columns in the encoding of the index.

    `container` is the enumeration of an enumerator, else "".  A name that is not a definition is
    only declared: a prototype, or a variable that is `extern`.
    """

    name: str
    kind: str
    path: str
    line: int
    column: int
    container: str = ""
    is_definition: bool = True


def read_names(text: str, encoding: str) -> Generator[None, None, tuple[FileNames, list[str]]]:
    """Return the declarations and includes of a byte text; the work pauses after each slice.

    Columns count in `encoding`; the included names are byte text.
    """
    found = yield from names_in(text)
    yield
    numbers = array("I")
    if found.declared:
        lines = LineTable(text)
        enumerations = {
            each.name: number
            for number, each in enumerate(found.declared, 1)
            if each.kind == "enum"
        }
        for each in found.declared:
            place = lines.position(each.offset, encoding)
            more = 2 * enumerations.get(each.container, 0) + (not each.is_definition)
            numbers.extend((_KINDS.index(each.kind), *place, more))
    names = tuple(sys.intern(display(each.name)) for each in found.declared)
    return FileNames(names, numbers), list(found.includes)


def names_now(text: str, encoding: str) -> FileNames:
    """Return the declarations of a byte text, without a pause."""
    work = read_names(text, encoding)
    while True:
        try:
            next(work)
        except StopIteration as end:
            names: FileNames = end.value[0]
            return names


class WorkspaceIndex:
    """The names of all files that have been read, by path."""

    def __init__(self) -> None:
        self._files: dict[str, FileNames] = {}

    def __contains__(self, path: str) -> bool:
        return path in self._files

    def __len__(self) -> int:
        return len(self._files)

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._files))

    def put(self, path: str, names: FileNames) -> None:
        """Add or replace a file."""
        self._files[path] = names

    def drop(self, path: str) -> None:
        """Remove a file, if it is known."""
        self._files.pop(path, None)

    def keep(self, wanted: Callable[[str], bool]) -> None:
        """Remove all files whose path is not wanted any more."""
        self._files = {path: names for path, names in self._files.items() if wanted(path)}

    def besides(self, paths: Iterable[str]) -> Iterator[tuple[str, FileNames]]:
        """Yield all files but those at `paths`."""
        left_out = frozenset(paths)
        return (file for file in self._files.items() if file[0] not in left_out)


def search(query: str, files: Iterable[tuple[str, FileNames]], limit: int) -> list[Found]:
    """Return the names that contain the query's characters in order, the best first.

    Case does not count.  The name itself comes before names that begin with the query, these before
    names that contain it, and among equals short names come first.  An empty query finds all names.
    """
    wanted = "".join(query.split())
    # Each character is matched at its first place, without backtracking.
    scattered = re.compile("".join(f"[^{re.escape(c)}]*{re.escape(c)}" for c in wanted), re.I).match
    folded = wanted.lower()
    ranks: dict[str, int | None] = {}

    def rank(name: str) -> int | None:
        if scattered(name) is None:
            return None
        lowered = name.lower()
        if lowered == folded:
            return _EXACT
        if lowered.startswith(folded):
            return _PREFIX
        return _INSIDE if folded in lowered else _SCATTERED

    def hits() -> Iterator[tuple[int, int, str, str, int, FileNames]]:
        for path, names in files:
            for index, name in enumerate(names.names):
                if name not in ranks:
                    ranks[name] = rank(name)
                best = ranks[name]
                if best is not None:
                    yield best, len(name), name, path, index, names

    best = nsmallest(limit, hits(), key=lambda hit: hit[:5])
    found = []
    for _, _, _, path, index, names in best:
        found.append(names.found(index, path))
    return found


def named(name: str, files: Iterable[tuple[str, FileNames]]) -> list[Found]:
    """Return the declarations of exactly this name, in the order of the files."""
    return [
        names.found(index, path)
        for path, names in files
        if name in names.names
        for index, each in enumerate(names.names)
        if each == name
    ]
