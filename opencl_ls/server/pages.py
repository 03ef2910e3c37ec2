"""Pages of the reference as documents that a client can open and cannot change.

A client that takes the content of documents from its server gets a page under our own scheme; for
all others it is a file in the user's cache folder.
"""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote

from opencl_ls.cache_folder import cache_folder
from opencl_ls.reference.content import escaped
from opencl_ls.server.markup import markdown
from opencl_ls.server.uris import uri_of

if TYPE_CHECKING:
    from opencl_ls.docs.importing.shelf import DiskShelf
    from opencl_ls.server.client import Client

SCHEME: Final = "opencl-ls"
_FOLDER: Final = "builtins"
_BEHIND: Final = ".md"
_SAFE: Final = "()"
_NO_FILE: Final = re.compile(r'[<>:"/\\|?*]')


class Pages:
    """The pages for one client; `shelf` holds those that the user has imported."""

    def __init__(self, client: Client, shelf: DiskShelf) -> None:
        self._has_content = client.links.text_document_content
        self._shelf = shelf

    def uri(self, name: str) -> str | None:
        """Return the place of the page about a name of the language; None if there can be none."""
        if self._has_content:
            return f"{SCHEME}:///{_FOLDER}/{quote(name, safe=_SAFE)}{_BEHIND}"
        folder = cache_folder()
        return None if folder is None else self._written(name, folder / _FOLDER)

    def text(self, uri: str) -> str | None:
        """Return the page that a URI of ours names, None for other URIs.

        Some clients write one slash if there is no authority, and some escape more than we do.
        """
        scheme, _, path = uri.partition(":")
        folder, _, name = unquote(path).lstrip("/").partition("/")
        if (scheme, folder) != (SCHEME, _FOLDER) or not name.endswith(_BEHIND):
            return None
        return self._page(name.removesuffix(_BEHIND)) or None

    def _page(self, name: str) -> str:
        from opencl_ls.reference.pages import page  # noqa: PLC0415 - few ever ask for it

        parts = page(name, self._shelf)
        return f"# {escaped(name)}\n\n{markdown(parts)}\n" if parts else ""

    def _written(self, name: str, folder: Path) -> str | None:
        """Write a page unless the file is equal, and return its URI."""
        import tempfile  # noqa: PLC0415 - likewise

        text = self._page(name)
        path = folder / file_name(name)
        data = text.encode("utf-8", "replace")
        with suppress(OSError, ValueError):
            if path.is_file() and path.read_bytes() == data:
                return uri_of(path.as_posix())
            folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=folder, suffix=_BEHIND)
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            Path(temporary).chmod(stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH)
            if os.name == "nt" and path.exists():
                # On that system a file that cannot be written cannot be replaced either.
                path.chmod(stat.S_IRUSR | stat.S_IWUSR)
            Path(temporary).replace(path)
            return uri_of(path.as_posix())
        return None


def file_name(name: str) -> str:
    """Return the name of a page's file; `nan` and `NAN` differ also on systems that ignore case.

    Characters of operators that are not allowed in file names become numbers.
    """
    plain = _NO_FILE.sub(lambda sign: f"{ord(sign[0]):x}", name)
    return f"{plain}{_BEHIND}" if name != "NAN" else f"{name}-constant{_BEHIND}"
