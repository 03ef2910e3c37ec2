"""Changed files: written whole or not at all, or shown as a diff."""

from __future__ import annotations

import codecs
import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opencl_ls.cli.sources import UnreadableError, encoded, real_path

if TYPE_CHECKING:
    from opencl_ls.cli.sources import Source

_TO_QUOTE: Final = re.compile(r"[\x00-\x1f\x7f\"\\]")


def write_change(source: Source, text: str) -> None:
    """Replace a file's content by a changed byte text, keeping its encoding and its mode.

    Raises UnreadableError if the file cannot be written, or has changed since it was read.
    """
    data = encoded(text, source.data)
    if data is None:
        raise UnreadableError("not fixed: its UTF-16 text is damaged, and would change elsewhere")
    # A link stays a link: its target is replaced.
    target = Path(real_path(source.path))
    try:
        if not target.is_file():
            raise UnreadableError("not fixed: no file that could be replaced")
        if target.read_bytes() != source.data:
            raise UnreadableError("not fixed: the file changed while it was checked")
        _replace(target, data)
    except OSError as error:
        raise UnreadableError(f"not fixed: {error.strerror or error}") from error


def diff(source: Source, text: str) -> bytes:
    """Return the change as a unified diff that `patch -p1` and `git apply` take."""
    from difflib import unified_diff  # noqa: PLC0415 (of --diff alone)

    name = os.fsencode(source.path).decode("latin-1").replace(os.sep, "/")
    old, new = _lines(_marked(source, source.text)), _lines(_marked(source, text))
    result = []
    for line in unified_diff(old, new, _quoted(f"a/{name}"), _quoted(f"b/{name}")):
        missing_end = "" if line.endswith("\n") else "\n\\ No newline at end of file\n"
        result.append(line + missing_end)
    return "".join(result).encode("latin-1")


def _marked(source: Source, text: str) -> str:
    """Return a text with the bytes of the file, which a patch needs, except for UTF-16."""
    if not source.data.startswith(codecs.BOM_UTF8):
        return text
    return (encoded(text, source.data) or b"").decode("latin-1")


def _quoted(name: str) -> str:
    """Return a name as `git` writes it: one with line breaks is quoted."""
    if not _TO_QUOTE.search(name):
        return name
    return '"' + _TO_QUOTE.sub(lambda found: f"\\{ord(found[0]):03o}", name) + '"'


def _lines(text: str) -> list[str]:
    # `str.splitlines` would also split at characters that do not end a line of a diff.
    lines = text.split("\n")
    last = lines.pop()
    return [f"{line}\n" for line in lines] + ([last] if last else [])


def _replace(target: Path, data: bytes) -> None:
    """Write a file next to it and rename: no reader sees a partial file."""
    if not os.access(target, os.W_OK):
        # Renaming needs only the folder's permission; the file's own permission counts as well.
        raise PermissionError(13, "the file is read-only")
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with open(descriptor, "wb") as stream:  # noqa: PTH123 (a descriptor, not a path)
            stream.write(data)
        Path(name).chmod(target.stat().st_mode & 0o7777)
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
