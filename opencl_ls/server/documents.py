"""The open documents: the client's text, and the table of its lines.

A change costs a copy of the text and a shift of the line table; nothing splits or decodes the
whole document again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.disk import KERNEL_ENDINGS
from opencl_ls.server.uris import path_of
from opencl_ls.text import LineTable, byte_text
from opencl_ls.text import difference as text_difference

if TYPE_CHECKING:
    from collections.abc import Iterator

_OTHER_LANGUAGES: Final = frozenset(
    "c cpp c++ objective-c objective-cpp cuda cuda-cpp python rust julia".split()
)
"""The languages, by their LSP names, whose headers a kernel may include, or that may hold one."""


class DocumentEdit(Struct, frozen=True):
    """The replacement of the bytes from `start` to `end` by `text`, which is byte text."""

    start: int
    end: int
    text: str


class Document(Struct, eq=False, weakref=True):
    """One open document; `version` is the client's last version number.

    A document `is_foreign` if the client edits it as C, Python or the like: kernels that include it
    see its text, but another server serves the document itself.  This one serves at most the
    kernels in its strings.
    """

    uri: str
    path: str
    version: int | None
    lines: LineTable
    is_foreign: bool = False

    @property
    def text(self) -> str:
        """The document's byte text."""
        return self.lines.text


class Documents:
    """All open documents, found by URI or by path."""

    def __init__(self) -> None:
        self._by_path: dict[str, Document] = {}
        # The other URIs under which a client has opened a document as well.
        self._others: dict[str, list[str]] = {}

    def __len__(self) -> int:
        return len(self._by_path)

    def __iter__(self) -> Iterator[Document]:
        return iter(tuple(self._by_path.values()))

    def open(self, uri: str, version: int | None, text: str, language: str = "") -> Document:
        """Add a document, or replace it when the client opens it a second time."""
        path = path_of(uri)
        is_foreign = language in _OTHER_LANGUAGES and not path.endswith(KERNEL_ENDINGS)
        document = Document(uri, path, version, LineTable(byte_text(text)), is_foreign)
        before = self._by_path.get(path)
        if before is not None and before.uri != uri:
            others = self._others.setdefault(path, [])
            others[:] = [*(each for each in others if each != uri), before.uri]
        self._by_path[path] = document
        return document

    def get(self, uri: str) -> Document | None:
        """Return the open document of that URI, in any spelling of the URI."""
        return self._by_path.get(path_of(uri))

    def at(self, path: str) -> Document | None:
        """Return the open document at that path."""
        return self._by_path.get(path)

    def is_left(self, document: Document, uri: str) -> bool:
        """Note that a URI was closed; return whether the document is open under another one."""
        others = self._others.get(document.path)
        if others and uri == document.uri:
            document.uri = others.pop()
            return True
        if others and uri in others:
            others.remove(uri)
            return True
        return False

    def close(self, document: Document) -> None:
        """Remove a document with all of its URIs."""
        self._others.pop(document.path, None)
        self._by_path.pop(document.path, None)


Position = tuple[int, int]
"""A line and a column, from 0, in the session's encoding."""


def apply_range(
    document: Document, start: Position, end: Position, text: str, encoding: str
) -> DocumentEdit:
    """Replace a range of the document; positions outside the text are clamped to it."""
    lines = document.lines
    first = lines.offset(*start, encoding)
    last = lines.offset(*end, encoding)
    if last < first:
        first, last = last, first
    edit = DocumentEdit(first, last, byte_text(text))
    document.lines = lines.edited(edit.start, edit.end, edit.text)
    return edit


def apply_whole(document: Document, text: str) -> DocumentEdit:
    """Replace the whole text, as clients without incremental changes do at every key.

    The returned edit covers only the difference, so that the analysis stays incremental.
    """
    new = byte_text(text)
    edit = difference(document.text, new)
    document.lines = document.lines.edited(edit.start, edit.end, edit.text)
    return edit


def difference(old: str, new: str) -> DocumentEdit:
    """Return one edit that turns `old` into `new`."""
    start, end, new_end = text_difference(old, new)
    return DocumentEdit(start, end, new[start:new_end])
