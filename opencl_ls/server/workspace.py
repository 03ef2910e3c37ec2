"""The open documents with their settings, and the analysis of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types

from opencl_ls.server.analyses import Analyses
from opencl_ls.server.configuration import Configuration
from opencl_ls.server.documents import Documents, apply_range, apply_whole, difference
from opencl_ls.server.leniency import UNKNOWN_VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from opencl_ls.server.documents import Document, DocumentEdit
    from opencl_ls.settings.model import Settings

_FEW: Final = 50
"""More changes than this in one message are one edit to the analysis."""


class Workspace:
    """The documents that the client has open; the analysis gets every change.

    Columns count in `encoding`; `warn` shows a problem with the settings to the user, and `inform`
    a fact.
    """

    def __init__(
        self, encoding: str, warn: Callable[[str], None], inform: Callable[[str], None]
    ) -> None:
        self.encoding = encoding
        self.documents = Documents()
        self.configuration = Configuration(warn, inform)
        self.analyses = Analyses(self.configuration.folders, self.configuration.serves_hosts)
        # The settings under which each document is analysed.
        self._used: dict[str, Settings] = {}

    def settings_of(self, document: Document) -> Settings:
        """Return the settings under which a document is analysed."""
        return self.configuration.settings_of(document)

    def open(self, uri: str, version: int, text: str, language: str = "") -> Document:
        """Take a document from the client; its text on disk no longer counts."""
        document = self.documents.open(uri, _version(version), text, language)
        settings = self._used[document.path] = self.settings_of(document)
        self.analyses.open(document, settings)
        return document

    def change(
        self,
        document: Document,
        version: int,
        changes: Sequence[types.TextDocumentContentChangeEvent],
    ) -> None:
        """Apply changes in the order in which they are given.

        Only the order counts: a version that goes backwards is passed on unchecked.
        """
        document.version = _version(version)
        settings, before = self.settings_of(document), document.text
        for change in changes:
            edit = _applied(document, change, self.encoding)
            if len(changes) <= _FEW:
                self.analyses.edit(document, edit, settings)
        if len(changes) > _FEW:
            self.analyses.edit(document, difference(before, document.text), settings)

    def close(self, document: Document) -> None:
        """Close a document, so that its file on the disk counts."""
        self.documents.close(document)
        self.analyses.close(document.path)
        self._used.pop(document.path, None)

    def reconfigure(self) -> list[Document]:
        """Analyse the documents under the present settings; return those with changed ones."""
        concerned = []
        for document in self.documents:
            settings = self.settings_of(document)
            if settings != self._used.get(document.path):
                self._used[document.path] = settings
                self.analyses.configure(document, settings)
                concerned.append(document)
        return concerned


def _version(version: int) -> int | None:
    return None if version == UNKNOWN_VERSION else version


def _applied(
    document: Document, change: types.TextDocumentContentChangeEvent, encoding: str
) -> DocumentEdit:
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return apply_whole(document, change.text)
    start, end = change.range.start, change.range.end
    return apply_range(
        document,
        (start.line, start.character),
        (end.line, end.character),
        change.text,
        encoding,
    )
