"""The disk for the preprocessor: finds and reads included files."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Final

from opencl_ls.text import byte_text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

SIZE_LIMIT: Final = 16 << 20
"""The largest size of an included file, in bytes; headers are smaller."""

KERNEL_ENDINGS: Final = (".cl", ".ocl")
"""The endings for which a folder is searched.  Headers come with the kernels that include them."""

OPENCL_ENDINGS: Final = (*KERNEL_ENDINGS, ".clh")
"""The endings of files that only hold OpenCL C."""


def is_searched(entry: os.DirEntry[str]) -> bool:
    """Tell whether an entry of a folder is a folder to search as well.

    Hidden ones and links to folders are not, as in most tools that walk a tree, so that loops end.
    """
    return not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False)


def is_source(entry: os.DirEntry[str], endings: tuple[str, ...]) -> bool:
    """Tell whether an entry of a folder is a file with one of these endings and not hidden.

    Pipes and devices do not count; reading a broken link reports it.
    """
    name = entry.name
    if not name.lower().endswith(endings) or name.startswith("."):
        return False
    try:
        return stat.S_ISREG(entry.stat().st_mode)
    except OSError:
        return True


def files_below(folder: str) -> Iterator[str]:
    """Yield the files below a folder, by their paths from there with forward slashes, in order.

    Hidden files, links to folders and folders that cannot be listed are left out.
    """
    waiting = [""]
    while waiting:
        inner = waiting.pop()
        try:
            with os.scandir(os.path.join(folder, inner)) as found:  # noqa: PTH118 - many of them
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError:
            continue
        prefix = f"{inner}/" if inner else ""
        waiting += [f"{prefix}{each.name}" for each in reversed(entries) if is_searched(each)]
        yield from (f"{prefix}{each.name}" for each in entries if is_source(each, ("",)))


_AT_ONCE: Final = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
"""The flags to open a file of unknown kind without blocking."""
_PIECE: Final = 1 << 20
"""The size of a read, in bytes."""


def read_file(path: str, limit: int = SIZE_LIMIT) -> bytes | None:
    """Return the bytes of a regular file; None for another file, or one larger than `limit`.

    Devices, pipes and folders are not regular.  Regular files of the kernel may have no end, or
    block: of these at most `limit` is read, without waiting.  Raises OSError, and ValueError for an
    invalid file name.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116 - no Path made
        # Some devices act when they are opened.
        return None
    descriptor = os.open(path, _AT_ONCE)
    try:
        # Another file may have replaced it.
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > limit:
            return None
        # The first read takes an ordinary file whole, in a buffer of its size.
        pieces, left, size = [], limit + 1, status.st_size + 1
        while left and (piece := os.read(descriptor, min(left, size))):
            pieces.append(piece)
            left, size = left - len(piece), _PIECE
    finally:
        os.close(descriptor)
    return b"".join(pieces) if left else None


def candidates(name: str, quoted: bool, includer: str, paths: Sequence[str]) -> Iterator[str]:
    """Yield the paths at which an included file is searched, in order.

    A quoted name is searched first beside the file that includes it.  `name` is byte text.
    """
    name = _as_named(name)
    for folder in (os.path.dirname(includer), *paths) if quoted else paths:  # noqa: PTH120
        yield os.path.normpath(os.path.join(folder, name))  # noqa: PTH118


class DiskFiles:
    """Finds and reads included files, of `limit` bytes at most.

    With `watching`, a file is read again when it changed, which costs a check each time; otherwise
    each is read once, and each name searched once, for a single run of a checker. `is_open` tells
    whether a path, with forward slashes, is an open document: it is found even if the disk has no
    such file yet.
    """

    def __init__(
        self,
        *,
        watching: bool = False,
        limit: int = SIZE_LIMIT,
        is_open: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._watching = watching
        self._limit = limit
        self._is_open = is_open
        self._texts: dict[str, tuple[tuple[int, int], str | None]] = {}
        self._exists: dict[str, bool] = {}

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """Return the path that an `#include` means, or None.

        A quoted name is searched beside the file that includes it, and then like all names in the
        search paths, in order.  `name` is byte text.
        """
        for path in candidates(name, quoted, includer, paths):
            # The spelling of open documents, on Windows too: one file must not be two.
            named = path.replace(os.sep, "/")
            if self._is_open(named) or self._is_file(path):
                return named
        return None

    def read(self, path: str) -> str | None:
        """Return the byte text of a file, or None if it cannot be read."""
        known = self._texts.get(path)
        if known is not None and not self._watching:
            return known[1]
        try:
            status = os.stat(path)  # noqa: PTH116 - on the path of every keystroke
            stamp = (status.st_mtime_ns, status.st_size)
            if known is not None and known[0] == stamp:
                return known[1]
            data = read_file(path, self._limit)
        except (OSError, ValueError):
            return None
        if data is None:
            return None
        text = byte_text_of(data)
        self._texts[path] = (stamp, text)
        return text

    def _is_file(self, path: str) -> bool:
        found = None if self._watching else self._exists.get(path)
        if found is None:
            try:
                found = os.path.isfile(path)  # noqa: PTH113 - likewise
            except ValueError:
                found = False
            self._exists[path] = found
        return found


def _as_named(name: str) -> str:
    """Return a file name from byte text."""
    if name.isascii():
        return name
    try:
        return os.fsdecode(name.encode("latin-1"))
    except UnicodeEncodeError:
        return name
