"""The store on disk: bytes by their keys, shared by all processes of one build of the program.

Nothing here raises: a value that cannot be read or written counts as missing.
"""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

_DIGEST: Final = 16
"""The length of a digest, in bytes."""


class DiskStore:
    """Files below the folder of the cache, one for each key.

    A file begins with a digest of its key and its value, so that a damaged one counts as missing.
    `build` is a text that differs between builds of the program; they share no values.
    """

    def __init__(self, folder: Path, build: str) -> None:
        self._folder = folder
        self._prefix = f"{build} {sys.implementation.cache_tag} ".encode()

    def get(self, key: bytes) -> bytes | None:
        """Return the bytes of a key, exactly as one call of `put` gave them; None without any."""
        try:
            data = self._path(key).read_bytes()
        except OSError:
            return None
        value = data[_DIGEST:]
        return value if self._digest(key, value) == data[:_DIGEST] else None

    def put(self, key: bytes, value: bytes) -> None:
        """Keep the bytes of a key, if the disk takes them."""
        write(self._path(key), self._digest(key, value) + value)

    def _path(self, key: bytes) -> Path:
        name = hashlib.blake2b(self._prefix + key, digest_size=_DIGEST).hexdigest()
        return self._folder / name[:2] / name[2:]

    def _digest(self, key: bytes, value: bytes) -> bytes:
        digest = hashlib.blake2b(self._prefix + key + b"\0", digest_size=_DIGEST)
        digest.update(value)
        return digest.digest()


def write(path: Path, data: bytes) -> None:
    """Write a file under another name first, so that no process reads a part of it."""
    import tempfile  # noqa: PLC0415 - only for stores

    temporary: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(temporary).replace(path)
    except OSError:
        if temporary is not None:
            with suppress(OSError):
                Path(temporary).unlink()
