"""Source files from a disk or from standard input, and their problems."""

from __future__ import annotations

import os
import select
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.model import Problem
from opencl_ls.cli.paths import STANDARD_INPUT, is_folder
from opencl_ls.disk import read_file
from opencl_ls.text import byte_text_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import BinaryIO

    from opencl_ls.analysis.sources import SourceProvider

# The largest kernel programs that people write or generate have one or two megabytes.
LARGEST: Final = 16 * 1024 * 1024
_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_UTF32_MARKS: Final = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")
_LINE = 1 << 13
"""The size of a first read, in bytes: enough for a line of a log device."""
_PIPE_WAIT: Final = 5.0
"""The time that a pipe may have no writer, in seconds."""


class UnreadableError(Exception):
    """A file cannot be checked; the message tells the user why."""


class Source(Struct, frozen=True):
    """One file to check: its bytes, and the byte text that they encode."""

    path: str
    data: bytes

    @property
    def text(self) -> str:
        """The byte text."""
        return byte_text_of(self.data)

    def problems(self) -> tuple[Problem, ...]:
        """Return a message about the file's encoding, or ""."""
        if self.data.isascii():
            return ()
        if self.data.startswith(_UTF16_MARKS):
            message = "encoded as UTF-16, which compilers refuse: save it as UTF-8"
            return (Problem(self.path, message, fatal=False),)
        try:
            self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            byte = self.data[error.start]
            message = f"not UTF-8 (byte 0x{byte:02X} in line {line}); checked byte by byte"
            return (Problem(self.path, message, fatal=False),)
        return ()


def read_source(path: str) -> Source:
    """Read a file from the disk.

    Raises UnreadableError if there is no such file, or if it holds no source text.
    """
    try:
        data = content(path)
    except OSError as error:
        raise UnreadableError(_reason(path, error)) from error
    except ValueError as error:
        raise UnreadableError("no file can have this name") from error
    return _text_source(path, data)


def read_standard_input(path: str) -> Source:
    """Read standard input as the content of the file `path`; raises UnreadableError."""
    if sys.stdin is None:
        raise UnreadableError("standard input is closed")
    try:
        return _text_source(path, _limited(sys.stdin.buffer))
    except OSError as error:
        raise UnreadableError(error.strerror or str(error)) from error


class Overlay:
    """One file in memory, and texts that are not yet on the disk, in front of another provider.

    `changed` holds texts by the real path of their files.
    """

    __slots__ = ("_changed", "_files", "_name", "_text")

    def __init__(self, files: SourceProvider, changed: Mapping[str, str]) -> None:
        self._files = files
        self._changed = changed
        self._name, self._text = "", ""

    def show(self, name: str, text: str) -> None:
        """Make `text` the content of the file `name`, and of no other."""
        self._name, self._text = name, text

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """Return the path that an `#include` means."""
        return self._files.resolve(name, quoted, includer, paths)

    def read(self, path: str) -> str | None:
        """Return the byte text of a file."""
        if path == self._name:
            return self._text
        text = self._changed.get(real_path(path)) if self._changed else None
        return self._files.read(path) if text is None else text


def real_path(path: str) -> str:
    """Return the real path of a file."""
    try:
        return str(Path(path).resolve())
    except (OSError, RuntimeError, ValueError):
        return path


def encoded(text: str, original: bytes) -> bytes | None:
    """Return a changed byte text in the encoding of the original, or None if that loses bytes.

    Bytes outside of the change stay the same.
    """
    if not original.startswith(_UTF16_MARKS):
        # A byte order mark of UTF-8 is in the byte text as three blanks.
        mark = b"\xef\xbb\xbf"
        data = text.encode("latin-1")
        return mark + data[3:] if original.startswith(mark) and data[:3] == b"   " else data
    name = "utf-16-le" if original.startswith(b"\xff\xfe") else "utf-16-be"
    if original[2:].decode(name, "replace").encode(name) != original[2:]:
        return None
    return original[:2] + text.encode("latin-1").decode("utf-8").encode(name)


def content(path: str) -> bytes:
    """Return the bytes of a file, or of a pipe that has a writer, 16 MB at most.

    Raises UnreadableError if there are more, a pipe has no writer or a device has data, OSError,
    and ValueError for an invalid file name.
    """
    mode = Path(path).stat().st_mode
    if stat.S_ISREG(mode):
        data = read_file(path, LARGEST)
        if data is None:
            raise _too_large()
        return data
    if not stat.S_ISFIFO(mode):
        # A device such as the kernel's log has no end; the null device is an empty file.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb", 0) as device:  # noqa: PTH123
            if device.read(_LINE):
                raise UnreadableError("a device, and not read")
            return b""
    # Opening a pipe in the ordinary way waits for a writer, possibly forever.
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as stream:  # noqa: PTH123
        first = None if select.select([stream], [], [], _PIPE_WAIT)[0] else stream.read(1)
        if first == b"":
            raise UnreadableError("a pipe that has no writer")
        os.set_blocking(stream.fileno(), True)
        return (first or b"") + _limited(stream)


def plain_text(name: str) -> str:
    """Return the text of a file that is no program, or of standard input; raises UsageError.

    `name` is "-" for standard input.
    """
    try:
        data = sys.stdin.buffer.read() if name == STANDARD_INPUT else content(name)
    except UnreadableError as error:
        raise UsageError(f"{name}: {error}") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"{name}: {reason}") from error
    # PowerShell writes piped text as UTF-16.
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    # Drivers end a log with a zero byte, and hosts print it with the rest.
    return data.replace(b"\0", b"").decode("utf-8", "replace")


def _limited(stream: BinaryIO) -> bytes:
    data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise _too_large()
    return data


def _too_large() -> UnreadableError:
    return UnreadableError(f"larger than {LARGEST // 1024 // 1024} MB, and not read")


def _text_source(path: str, data: bytes) -> Source:
    if b"\0" in data:
        if data.startswith(_UTF32_MARKS):
            raise UnreadableError("encoded as UTF-32, which compilers refuse: save it as UTF-8")
        if not data.startswith(_UTF16_MARKS):
            if _seems_utf16(data):
                raise UnreadableError("encoded as UTF-16, it seems: save it as UTF-8")
            raise UnreadableError("a binary file (it has zero bytes), not source text")
    return Source(path, data)


def _seems_utf16(data: bytes) -> bool:
    """Tell whether nearly every other byte is zero, as in ASCII text encoded as UTF-16."""
    zeros = data[0::2].count(0), data[1::2].count(0)
    return min(zeros) == 0 and max(zeros) * 4 > len(data)


def _reason(path: str, error: OSError) -> str:
    if isinstance(error, IsADirectoryError) or is_folder(path):
        return "a folder whose content cannot be listed"
    return error.strerror or str(error)
