"""`doc import` and `doc forget`: the user's own copy of the Khronos reference pages."""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.parsers import forget_parser, import_parser
from opencl_ls.cli.terminal import complain, printable, write
from opencl_ls.docs.importing.page import UnreadablePage
from opencl_ls.docs.importing.reading import read_pages
from opencl_ls.docs.importing.shelf import Damaged, DiskShelf, Shelved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.docs.importing.page import ImportedPage

_SIZE_LIMIT: Final = 16 << 20
# In a folder, files of other endings are style sheets, images and the like.
_PAGE: Final = re.compile(
    r".+\.(?:x?html?|xml|docbook|txt|text|adoc|asciidoc|asc|man|roff|[1-9][a-z]*)(?:\.gz)?", re.I
)
_NAMES_SHOWN: Final = 6
_FAILED: Final = 2
"""As for `check`, where 1 means an error in a kernel: the work is incomplete."""


def run_import(arguments: Sequence[str]) -> int:
    """Run `opencl-ls doc import` and return its exit status; raises UsageError and OSError.

    The status is 2 if a file could not be read, or if a stored one is damaged.
    """
    parser = import_parser()
    found = parser.parse_args(list(arguments))
    if found.list == bool(found.paths):
        parser.error("name the files to read, or --list")
    return _list() if found.list else _import(found.paths)


def run_forget(arguments: Sequence[str]) -> int:
    """Run `opencl-ls doc forget` and return its exit status; raises UsageError and OSError."""
    parser = forget_parser()
    found = parser.parse_args(list(arguments))
    if found.all == bool(found.names):
        parser.error("name the pages to drop, or --all")
    shelf = DiskShelf()
    content = shelf.all()
    dropped = [each for each in content if isinstance(each, Shelved)]
    if not found.all:
        dropped = [page for name in found.names for page in _called(name, dropped)]
    files = [each.path.name for each in content if isinstance(each, Damaged) and found.all]
    shelf.forget([*files, *(each.file for each in dropped)])
    for each in dict.fromkeys(dropped):
        _say(f"forgotten: {_described(each.page)}")
    return 0


def _called(name: str, shelved: Sequence[Shelved]) -> list[Shelved]:
    """Return the pages with a name; raises UsageError if there is none."""
    sought = name.casefold()
    found = [each for each in shelved if sought in map(str.casefold, each.page.own_names)]
    if not found:
        within = [each.page.title for each in shelved if name in each.page.names]
        hint = f'; it is in the page "{within[0]}"' if within else ""
        raise UsageError(f'no imported page is called "{name}"{hint}')
    return found


# --- import --------------------------------------------------------------------------------------


def _import(paths: Sequence[str]) -> int:
    shelf = DiskShelf()
    counts: dict[str, int] = {}
    try:
        for path in dict.fromkeys(file for each in paths for file in _files(Path(each))):
            try:
                pages = _read(path)
            except UnreadablePage as reason:
                counts["unreadable"] = counts.get("unreadable", 0) + 1
                _say(f"unreadable: {path}: {reason}")
                continue
            for page, done in zip(pages, shelf.add(pages, str(path.resolve())), strict=True):
                counts[done] = counts.get(done, 0) + 1
                _say(f"{done}: {_described(page)}")
    finally:
        # Also when the user interrupts: the pages that are stored by then stay.
        if counts.keys() & {"new", "updated"}:
            shelf.save_index()
    _say(", ".join(f"{count} {what}" for what, count in counts.items()) or "no pages")
    return _FAILED if "unreadable" in counts or not counts else 0


def _files(path: Path) -> Iterator[Path]:
    """Yield a file, or the pages below a folder in a fixed order."""
    if not path.is_dir():
        yield path
        return
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        yield from (
            Path(folder, each)
            for each in sorted(files)
            if _PAGE.fullmatch(each) and not each.startswith(".")
        )


def _read(path: Path) -> tuple[ImportedPage, ...]:
    """Return the pages of a file; raises UnreadablePage."""

    def beside(name: str) -> str | None:
        try:
            return _text(path.with_name(name))
        except (UnreadablePage, ValueError):
            return None

    return read_pages(_text(path), str(path.resolve()).removesuffix(".gz"), beside)


def _text(path: Path) -> str:
    """Return the text of a file, packed or not; raises UnreadablePage."""
    try:
        # Reading a device or a pipe might never end.
        if path.exists() and not path.is_file():
            raise UnreadablePage("it is no file")
        with path.open("rb") as stream:
            data = stream.read(_SIZE_LIMIT + 1)
        if data.startswith(b"\x1f\x8b"):
            with gzip.open(io.BytesIO(data)) as packed:
                data = packed.read(_SIZE_LIMIT + 1)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise UnreadablePage(getattr(error, "strerror", None) or str(error)) from error
    if len(data) > _SIZE_LIMIT:
        raise UnreadablePage(f"it has more than {_SIZE_LIMIT >> 20} MiB")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


# --- output --------------------------------------------------------------------------------------


def _list() -> int:
    content = DiskShelf().all()
    for each in content:
        if isinstance(each, Shelved):
            _say(f"{_described(each.page)}  {each.source}")
        else:
            complain(f"damaged: {each.path}: {each.reason}")
    if not content:
        _say("no pages; opencl-ls doc import PATH... reads them")
    return _FAILED if any(isinstance(each, Damaged) for each in content) else 0


def _described(page: ImportedPage) -> str:
    """Return names, title and format of a page on one line."""
    names = [name for name in page.names if name != page.title]
    more = len(names) - _NAMES_SHOWN
    shown = ", ".join(names[:_NAMES_SHOWN]) + (f" and {more} more" if more > 0 else "")
    title = f'"{page.title}"' if " " in page.title else page.title
    return f"{title} [{page.label}]" + (f" as {shown}" if shown else "")


def _say(line: str) -> None:
    write(f"{printable(line)}\n", sys.stdout)
