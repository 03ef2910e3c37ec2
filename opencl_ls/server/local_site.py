"""The targets of links in hovers: commands of the client, or pages in the user's cache folder.

The pages are the site that `opencl-ls doc --html` writes, with the imported pages.  They
are written in idle times: first those that a hover has links to, and the rest once in a session.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from opencl_ls.analysis.catalogue import rule
from opencl_ls.cache_folder import build, cache_folder
from opencl_ls.reference.rule_files import rule_url
from opencl_ls.server.scheduler import LOADING, WRITING
from opencl_ls.server.uris import uri_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.docs.importing.shelf import DiskShelf
    from opencl_ls.reference.links import Target
    from opencl_ls.server.client import Client
    from opencl_ls.server.scheduler import Scheduler

SHOW_NAME: Final = "opencl.openDocumentation"
SHOW_RULE: Final = "opencl.explainRule"
"""Commands of a client that takes links to commands; each has a name or a rule's code."""

_FOLDER: Final = "reference"
_STAMP: Final = "written"


class LocalSite:
    """Resolves links for one client, and writes the pages that they lead to."""

    def __init__(self, client: Client, scheduler: Scheduler, shelf: DiskShelf) -> None:
        self._has_commands = client.command_links
        self._scheduler = scheduler
        self._shelf = shelf
        self._folder = _writable_folder()
        self._pending: dict[Target, None] = {}
        self._begun = False

    def address(self, target: Target) -> str | None:
        """Return the target of a link; None if there can be no page."""
        if self._has_commands:
            command = SHOW_RULE if target.is_rule else SHOW_NAME
            return f"command:{command}?{quote(json.dumps([target.name]), safe='')}"
        if self._folder is None:
            return rule_url(target.name) if target.is_rule else None
        from opencl_ls.reference.html.addresses import address_of  # noqa: PLC0415 - hovers have links

        address = address_of(target)
        if address is None:
            return None
        if not self._pending:
            self._scheduler.later(self._writing_pending(), LOADING)
        self._pending[target] = None
        if not self._begun:
            self._begun = True
            self._scheduler.later(self._writing_all(), WRITING)
        return uri_of((self._folder / address).as_posix())

    def _writing_pending(self) -> Iterator[None]:
        """Write the pages that hovers have links to, the newest text of each."""
        from opencl_ls.reference.html.addresses import address_of, page_name  # noqa: PLC0415
        from opencl_ls.reference.html.site import name_page, rule_html, shared_files  # noqa: PLC0415

        yield
        for file, text in shared_files():
            self._write(file, text)
        yield
        while self._pending:
            target = next(iter(self._pending))
            del self._pending[target]
            address = address_of(target)
            known = rule(target.name) if target.is_rule else None
            if known is not None:
                self._write(address or "", rule_html(known))
            elif address is not None:
                self._write(address, name_page(page_name(target.name), self._shelf))
            yield

    def _writing_all(self) -> Iterator[None]:
        """Write the whole site, unless this build has written it with pages of the same names."""
        from opencl_ls.reference.html.site import site_pages  # noqa: PLC0415 - see above

        stamp = f"{build()}\n{sorted(self._shelf.names())}\n"
        yield
        if self._read(_STAMP) == stamp:
            return
        for address, text in site_pages(self._shelf):
            if not self._write(address, text):
                return
            yield
        self._write(_STAMP, stamp)

    def _read(self, address: str) -> str:
        assert self._folder is not None
        try:
            return (self._folder / address).read_text("utf-8")
        except (OSError, ValueError):
            return ""

    def _write(self, address: str, text: str) -> bool:
        """Write a file unless it is equal; return whether it exists now."""
        assert self._folder is not None
        path = self._folder / address
        if self._read(address) == text:
            return True
        # Two sessions may write the same; a browser never sees a partial page.
        new = path.with_name(f"{path.name}.{os.getpid()}")
        with suppress(OSError, ValueError):
            path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(text, "utf-8", newline="\n")
            new.replace(path)
            return True
        with suppress(OSError):
            new.unlink()
        return False


def _writable_folder() -> Path | None:
    """Return the folder for the pages, None if nothing can be written."""
    cache = cache_folder()
    if cache is None:
        return None
    folder = Path(os.path.abspath(cache / _FOLDER))  # noqa: PTH100 - links may stay what they are
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        return folder if os.access(folder, os.W_OK) else None
    return None
