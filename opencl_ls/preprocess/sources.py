"""The source of files: the core asks a provider and does no I/O itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class SourceProvider(Protocol):
    """Finds and reads the files that `#include` names."""

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """Return the file id that `#include "name"` or `<name>` means, or None if there is none.

        A quoted name is looked for beside `includer` first, then in `paths` in order.
        """

    def read(self, path: str) -> str | None:
        """Return a file's text, one character for each byte, or None if it cannot be read."""


class Store(Protocol):
    """Keeps values by keys, both bytes, for other processes.

    It serves one build of the program.  It may drop any value, returns none that was damaged, and
    raises nothing.
    """

    def get(self, key: bytes) -> bytes | None:
        """Return the value of a key, None if there is none."""

    def put(self, key: bytes, value: bytes) -> None:
        """Keep a value for a key, in the place of another."""


class StoreEntry(Struct, frozen=True):
    """The values for the parts of a result, of which each layer may add its own."""

    store: Store
    key: bytes

    def get(self, part: bytes) -> bytes | None:
        """Return the value of a part, None if there is none."""
        return self.store.get(self.key + part)

    def put(self, part: bytes, value: bytes) -> None:
        """Keep a value for a part."""
        self.store.put(self.key + part, value)


def digest(data: bytes) -> bytes:
    """Return a digest of some bytes, the same in each process."""
    from hashlib import sha256  # noqa: PLC0415 - takes 3 ms, and only stores need it

    return sha256(data).digest()


class MemorySources:
    """Files held in a mapping from path to text, with `/` between folders."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = dict(files)

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """See SourceProvider."""
        folders = list(paths)
        if quoted:
            folders.insert(0, includer.rpartition("/")[0])
        for folder in folders:
            path = normal_path(f"{folder}/{name}" if folder and name[:1] != "/" else name)
            if path in self.files:
                return path
        return None

    def read(self, path: str) -> str | None:
        """See SourceProvider."""
        return self.files.get(path)


def normal_path(path: str) -> str:
    """Return the path without `.`, and without `..` after a folder."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] not in ("", ".."):
            parts.pop()
        elif part != "." and (part or not parts):
            parts.append(part)
    return "/".join(parts)
