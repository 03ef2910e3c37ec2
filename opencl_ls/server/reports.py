"""The diagnostics of the open documents, however they travel.

A header is analysed by itself when it is open.  In a file that includes it, its errors appear as
one diagnostic on the `#include` line: two files that include one header must not fight about what
is shown in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.server.analysed import size_finding
from opencl_ls.server.diagnostics import Diagnostics, lone

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server
    from opencl_ls.text import LineTable

_TOLD_AFTER = (32, 256)
"""After so many functions of those that wait, what is known of them is told."""
_ADVANCED_AFTER = 64


class Reports:
    """What is known of the reports made so far: the files that each was made of, and its name."""

    def __init__(self) -> None:
        self._files: dict[str, frozenset[str]] = {}
        self._last: dict[str, tuple[str, str]] = {}
        self._pushed: dict[str, tuple[int | None, str]] = {}
        self._count = 0
        self._refreshing = False
        self._refresh_again = False

    def saw(self, path: str, files: frozenset[str]) -> None:
        """Note the files that an analysis of `path` read."""
        self._files[path] = files

    def is_news(self, path: str, version: int | None, diagnostics: str) -> bool:
        """Tell whether a client does not show this already, and note that it will."""
        news = (version, diagnostics)
        if self._pushed.get(path) == news:
            return False
        self._pushed[path] = news
        return True

    def forget(self, path: str) -> None:
        """Drop a document that has been closed."""
        self._files.pop(path, None)
        self._pushed.pop(path, None)
        self._last.pop(path, None)

    def identifier(self, path: str) -> str | None:
        """Return the result id of the last report that was pulled for `path`."""
        last = self._last.get(path)
        return last[0] if last else None

    def identified(self, path: str, items: str) -> tuple[str, str]:
        """Return the report under its result id, which changes only when the report does."""
        last = self._last.get(path)
        if last is None or last[1] != items:
            self._count += 1
            last = self._last[path] = (str(self._count), items)
        return last

    def text(self, server: Server, document: Document, analysis: Analysis) -> str:
        """Return the JSON text of what a state of a document shows."""
        memory = server.memories.of(document.path)
        if memory.diagnostics is None:
            memory.diagnostics = Diagnostics(server.client, document.path)
        return memory.diagnostics.text(analysis, document.lines)

    def dependents(self, path: str) -> list[str]:
        """Return the open documents that include the file `path`."""
        return [one for one, files in self._files.items() if one != path and path in files]

    def touched(self, server: Server, path: str) -> None:
        """Renew the diagnostics of those that include a file which has changed."""
        dependents = self.dependents(path)
        for dependent in dependents:
            server.background.due(dependent)
        # A client that understands related documents gets them with the header's own report, which
        # it asks for while the header is open.
        told = server.client.related_documents and server.documents.at(path) is not None
        if dependents and not told:
            self.refresh(server)

    def renew(self, server: Server) -> None:
        """Renew the diagnostics of all open documents."""
        for document in server.documents:
            server.background.due(document.path)
        self.refresh(server)

    def refresh(self, server: Server) -> None:
        """Ask a client that pulls to pull again; never twice before it has said yes."""
        client = server.client
        if not client.pulls_diagnostics or not client.refreshes_diagnostics:
            return
        # It may have pulled already when it says yes, and before this was known.
        self._refresh_again = self._refreshing
        if not self._refreshing:
            self._refreshing = True
            server.ask("workspace/diagnostic/refresh", None, lambda _: self._refreshed(server))

    def _refreshed(self, server: Server) -> None:
        self._refreshing = False
        if self._refresh_again:
            self.refresh(server)


def diagnostics_of(server: Server, document: Document) -> str:
    """Return the JSON text of what is to be shown in a document at its present version.

    Where many functions have to be analysed for it, it is provisional; `completed` tells the rest.
    """
    analysis = server.analysed.provisional(document)
    if analysis is None:
        return lone(server.client, size_finding(document), document.lines)
    server.reports.saw(document.path, frozenset(analysis.files))
    return server.reports.text(server, document, analysis)


def waits(server: Server, document: Document) -> bool:
    """Tell whether the diagnostics of a document's present text are provisional."""
    analysis = server.analysed.provisional(document)
    return analysis is not None and analysis.is_provisional


def completed(
    server: Server,
    document: Document,
    tell: Callable[[], None],
    told_after: Container[int] = _TOLD_AFTER,
) -> Iterator[None]:
    """Analyse what waits, in steps; `tell` is called after so many steps, and at the end.

    Given up when the text changes: what was analysed until then is kept.
    """
    return _completing(server, document, document.lines, tell, told_after)


def _completing(
    server: Server,
    document: Document,
    lines: LineTable,
    tell: Callable[[], None],
    told_after: Container[int],
) -> Iterator[None]:
    if document.lines is not lines:
        return
    # There is a provisional state to go on from.
    _ = waits(server, document)
    for count, _ in enumerate(server.analysed.go_on(document), 1):
        if count in told_after:
            tell()
        elif count % _ADVANCED_AFTER == 0 and (analysis := server.analysed.provisional(document)):
            # Bit by bit, so that there is little left to do at the end.
            analysis.run_rules()
        yield
        if server.documents.at(document.path) is not document or document.lines is not lines:
            return
    tell()
