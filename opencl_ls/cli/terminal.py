"""Standard output: colours, limited encodings, pipes that close early."""

from __future__ import annotations

import io
import os
import sys

# `typing` is not imported: it would take longer than the rest of a repeated check.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, TextIO

_CODES: Final = {
    "bold": "1",
    "dim": "2",
    "error": "1;31",
    "warning": "1;33",
    "info": "1;34",
    "hint": "1;36",
    "note": "1;34",
    "help": "1;36",
    "added": "32",
    "removed": "31",
}


class Painter:
    """Colours text, or leaves it unchanged."""

    __slots__ = ("enabled",)

    def __init__(self, *, enabled: bool) -> None:
        self.enabled = enabled

    def __call__(self, style: str, text: str) -> str:
        """Return `text` in the style called `style`."""
        if not self.enabled or not text:
            return text
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m"


def painter(choice: bool | None, stream: TextIO | None, environ: Mapping[str, str]) -> Painter:
    """Return the painter for a stream; `choice` is the user's option, if any.

    Without it only terminals get colours, and not if NO_COLOR (no-color.org) is set.
    """
    if choice is not None:
        return Painter(enabled=choice)
    if environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        return Painter(enabled=False)
    if os.name == "nt" and not ("WT_SESSION" in environ or "TERM" in environ):
        # The old Windows console prints escape sequences as they are.
        return Painter(enabled=False)
    return Painter(enabled=is_terminal(stream))


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether a stream is a terminal; a closed or missing one does not count."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def printable(text: str) -> str:
    """Return text in which no control character can move the cursor or reorder the line."""
    return text if text.isprintable() else "".join(map(_visible, text))


def write(text: str, stream: TextIO | None) -> None:
    """Write text to standard output or error; characters that its encoding lacks are escaped.

    A closed reader (`opencl-ls check | head`) ends the output, not the command.
    """
    if stream is None:
        return
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        _silence(stream)


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output as they are."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _silence(sys.stdout)


def complain(message: str) -> None:
    """Print one line on standard error."""
    write(f"opencl-ls: {printable(message)}\n", sys.stderr)


def _visible(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if code < 0xA0 or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069:
        return "\ufffd" if code >= 0x80 else character
    return "\ufffd" if 0xD800 <= code <= 0xDFFF else character


def _silence(stream: TextIO) -> None:
    # The interpreter flushes the stream once more when it exits; that flush needs a reader.
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
