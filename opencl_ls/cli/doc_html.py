"""`doc --html` and `doc --open`: the reference as pages for a browser."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from opencl_ls.cache_folder import cache_folder
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.terminal import printable, write
from opencl_ls.reference.html.addresses import name_address
from opencl_ls.reference.html.site import single_page, site_pages

if TYPE_CHECKING:
    from pathlib import Path

    from opencl_ls.reference.lookup import NamedPage

_FOLDER: Final = "pages"


def write_site(folder: Path) -> None:
    """Write the whole reference below a folder; raises OSError, and UsageError for a file.

    It has only our own text, so that it may be published, and not the imported pages.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"doc --html: {folder} is a file; without a name it has to be a folder")
    count = 0
    for place, text in site_pages():
        _write(folder / place, text)
        count += 1
    _say(f"{count} files; {folder / 'index.html'} is the first page")


def write_page(page: NamedPage, path: Path) -> None:
    """Write one page that needs no other file to a path, or into a folder; raises OSError."""
    _write(path / name_address(page.name) if path.is_dir() else path, _html(page))


def open_page(page: NamedPage) -> None:
    """Write a page into the cache and show it in the user's browser.

    Raises OSError, and UsageError if there is no place for it or no browser.
    """
    import webbrowser  # noqa: PLC0415 - it looks for browsers

    folder = cache_folder()
    if folder is None:
        raise UsageError("doc --open: there is no folder for it; --html FILE writes the page")
    path = (folder / _FOLDER / name_address(page.name)).absolute()
    _write(path, _html(page))
    if not webbrowser.open(path.as_uri()):
        raise UsageError(f"doc --open: no browser was found; the page is {path}")
    _say(str(path))


def _html(page: NamedPage) -> str:
    return single_page(page.name, page.parts)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")


def _say(line: str) -> None:
    write(f"{printable(line)}\n", sys.stdout)
