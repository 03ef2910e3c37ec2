"""The diagnostics of files as they were when they were last opened or saved, kept on the disk.

A file that has not changed since, nor what it includes, is shown what was found in it before it is
analysed, which it is afterwards all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.disk import DiskFiles
from opencl_ls.kept import Kept, build, cache_folder
from opencl_ls.server.guard import GuardedFiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server
    from opencl_ls.text import LineTable

RANK = 5
"""Keeping reports is done after all that the user waits for."""


class KeptReports:
    """What is kept for the documents of a session; `begin` makes it use the disk."""

    def __init__(self, server: Server) -> None:
        self._server = server
        # The text of each document when it was opened or saved, and what was kept for it.
        self._texts: dict[str, LineTable] = {}
        self._known: dict[str, str | None] = {}
        # Whose kept diagnostics are shown, and stay until all of the file has been looked at.
        self._shown: set[str] = set()
        self._enabled = False

    def begin(self) -> None:
        """Look for what is kept, and keep more, from now on."""
        self._enabled = cache_folder() is not None
        if self._enabled:
            build()

    def opened(self, document: Document) -> None:
        """Note that a document has a text that may have been met before."""
        self._texts[document.path] = document.lines

    def saved(self, document: Document) -> None:
        """Note that a document's text will be met again."""
        self._texts[document.path] = document.lines
        self._shown.discard(document.path)
        self.keep(document)

    def closed(self, document: Document) -> None:
        """Forget a document."""
        self._texts.pop(document.path, None)
        self._known.pop(document.path, None)
        self._shown.discard(document.path)

    def renewed(self, document: Document) -> bool:
        """Note that all of a document was analysed; tell whether kept diagnostics are shown."""
        was_shown = document.path in self._shown
        self._shown.discard(document.path)
        return was_shown

    def doubt(self) -> None:
        """Look up again what is kept: settings or files have changed."""
        self._known.clear()

    def of(self, document: Document) -> str | None:
        """Return the kept diagnostics of a document that was not edited nor analysed until now.

        They are the answer until it is `renewed`: less may be known of a file in between.
        """
        path = document.path
        if self._texts.get(path) is not document.lines:
            return None
        if path not in self._shown and self._server.analysed.has_begun(document):
            return None
        if path not in self._known:
            self._known[path] = self._looked_up(document)
        if self._known[path] is not None:
            self._shown.add(path)
        return self._known[path]

    def _looked_up(self, document: Document) -> str | None:
        kept = self._kept()
        if kept is None:
            return None
        settings = self._server.configuration.settings_of(self._server, document)
        entry = kept.load(document.path, document.text, settings)
        # A header that is open may have another text than its file.
        if entry is None or any(map(self._server.documents.at, entry.files)):
            return None
        return entry.data if isinstance(entry.data, str) else None

    def keep(self, document: Document) -> None:
        """Keep the diagnostics of a document's present text in an idle time, if it is worth it."""
        if self._enabled and self._texts.get(document.path) is document.lines:
            self._server.background.later(self._keeping(document, document.lines), RANK)

    def _keeping(self, document: Document, lines: LineTable) -> Iterator[None]:
        yield
        kept = self._kept()
        # A text that is not there any more must not be analysed, nor the next one at this moment.
        if kept is None or document.lines is not lines:
            return
        if self._server.documents.at(document.path) is not document:
            return
        analysis = self._server.analysed.analysis(document)
        if analysis is None or any(
            map(self._server.documents.at, set(analysis.files) - {document.path})
        ):
            return
        text = self._server.reports.text(self._server, document, analysis)
        kept.store(document.path, document.text, analysis.settings, analysis, text)
        yield
        kept.prune()

    def _kept(self) -> Kept | None:
        """Return the entries for this client, whose capabilities give diagnostics their form."""
        folder = cache_folder() if self._enabled else None
        if folder is None:
            return None
        files = GuardedFiles(DiskFiles(), self._server.configuration.folders)
        folders = self._server.configuration.folders()
        return Kept(folder, f"diagnostics {self._server.client} {folders}", files)
