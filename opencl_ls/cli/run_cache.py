"""The cache of whole runs of `check`: the same call on the same files gets the same answer.

An entry belongs to the arguments, the folder, the terminal and the build of the program.  It holds
the text of standard output, the exit status, and each file that the run read or looked for, with
a digest of its bytes or a note of its absence.  It is valid while all of them are as they were.

The lookup is what a user waits for, so it imports nothing but this: the interpreter starts in 9 ms,
and `typing`, `re` and `json` take 10 more.
"""

from __future__ import annotations

import os
import stat
import sys

from opencl_ls import __version__
from opencl_ls.blake2 import blake2b
from opencl_ls.cache_folder import build, folder_of_caches
from opencl_ls.cli.terminal import is_terminal, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

_FORMAT: Final = 1
"""The version of the format of entries."""
_ENVIRONMENT: Final = ("NO_COLOR", "TERM", "WT_SESSION")
"""The variables on which the colours of a report depend."""
_DIGEST: Final = 16
"""The size of a digest, in bytes."""
_LARGEST: Final = 1 << 20
"""The size of the longest output that is kept, in bytes."""
_ABSENT: Final = b"-"
"""The digest of a path at which there is no regular file."""


def recall(arguments: Sequence[str]) -> int | None:
    """Repeat the answer to an earlier call of `check` and return its exit status.

    None if there is no valid one; nothing is written then.  Never raises for an entry that is
    damaged or cannot be read.
    """
    path = _path(arguments)
    entry = None if path is None else _content(path)
    if entry is None:
        return None
    known, _, rest = entry.partition(b"\0")
    if known != _digest(rest):
        return None
    status, output, *inputs = rest.split(b"\0")
    if any(_state(path) != state for path, state in zip(inputs[::2], inputs[1::2], strict=True)):
        return None
    write(output.decode("utf-8", "surrogatepass"), sys.stdout)
    return int(status)


def keep(
    arguments: Sequence[str], status: int, output: str, inputs: Mapping[str, bytes | None]
) -> None:
    """Store the answer to a call: exit status and standard output.

    `inputs` are the bytes of the files that were read, by their paths, None for those that were
    looked for in vain.  Nothing is raised, and nothing stored, if there is no place for it.
    """
    path = _path(arguments)
    data = output.encode("utf-8", "surrogatepass")
    if path is None or b"\0" in data or len(data) > _LARGEST:
        return
    fields = [str(status).encode(), data]
    for name, content in inputs.items():
        fields += [os.fsencode(name), _ABSENT if content is None else _digest(content)]
    rest = b"\0".join(fields)
    temporary = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(temporary, "wb") as stream:
            stream.write(_digest(rest) + b"\0" + rest)
        os.replace(temporary, path)
    except (OSError, ValueError):
        return


def _path(arguments: Sequence[str]) -> str | None:
    """Return the path of the entry for a call, None without a cache."""
    folder = folder_of_caches()
    if folder is None:
        return None
    try:
        here = os.getcwd()
    except OSError:
        return None
    variables = [os.environ.get(name) for name in _ENVIRONMENT]
    key = (_FORMAT, __version__, build(), tuple(arguments), here, is_terminal(sys.stdout))
    name = _digest(repr((key, variables)).encode("utf-8", "surrogatepass")).decode()
    return os.path.join(folder, name[:2], f"run-{name[2:]}")


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST).hexdigest().encode()


def _state(path: bytes) -> bytes:
    data = _content(os.fsdecode(path))
    return _ABSENT if data is None else _digest(data)


def _content(path: str) -> bytes | None:
    """Return the bytes of a regular file, None if there is none."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        with open(path, "rb") as stream:
            return stream.read()
    except (OSError, ValueError):
        return None
