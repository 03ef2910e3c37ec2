"""The diagnostics of one open document, however they travel.

A header is analysed by itself when it is open.  In a file that includes it, its errors appear as
one diagnostic on the `#include` line, which tells the first of them and leads there: an editor
shows nothing of a file that is not open, and two files that include one header must not fight
about what is shown in it.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from opencl_ls.findings import Finding, Place, Related, Severity
from opencl_ls.rules.registry import rule, rule_url
from opencl_ls.server.analysed import size_finding
from opencl_ls.server.convert import to_diagnostic

if TYPE_CHECKING:
    from lsprotocol import types

    from opencl_ls.analysis import Snapshot
    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server
    from opencl_ls.text import LineTable


class Reports:
    """What is known of the reports made so far: the files that each was made of, and its name."""

    def __init__(self) -> None:
        self._files: dict[str, frozenset[str]] = {}
        self._last: dict[str, tuple[str, list[types.Diagnostic]]] = {}
        self._pushed: dict[str, tuple[int | None, list[types.Diagnostic]]] = {}
        self._count = 0
        self._refreshing = False

    def saw(self, path: str, files: frozenset[str]) -> None:
        """Note the files that an analysis of `path` read."""
        self._files[path] = files

    def is_news(self, path: str, version: int | None, diagnostics: list[types.Diagnostic]) -> bool:
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

    def identified(
        self, path: str, items: list[types.Diagnostic]
    ) -> tuple[str, list[types.Diagnostic]]:
        """Return the report under its result id, which changes only when the report does."""
        last = self._last.get(path)
        if last is None or last[1] != items:
            self._count += 1
            last = self._last[path] = (str(self._count), items)
        return last

    def dependents(self, path: str) -> list[str]:
        """Return the open documents that include the file `path`."""
        return [one for one, files in self._files.items() if one != path and path in files]

    def touched(self, server: Server, path: str) -> None:
        """Renew the diagnostics of those that include a file which has changed."""
        dependents = self.dependents(path)
        for dependent in dependents:
            server.background.due(dependent)
        # A client that understands related documents gets them with the header's own report.
        if dependents and not server.client.related_documents:
            self.refresh(server)

    def refresh(self, server: Server) -> None:
        """Ask a client that pulls to pull again; never twice before it has said yes."""
        client = server.client
        if client.pulls_diagnostics and client.refreshes_diagnostics and not self._refreshing:
            self._refreshing = True
            server.ask("workspace/diagnostic/refresh", None, self._refreshed)

    def _refreshed(self, _result: object) -> None:
        self._refreshing = False


def diagnostics_of(server: Server, document: Document) -> list[types.Diagnostic]:
    """Return what is to be shown in a document at its present version."""
    snapshot = server.analysed.snapshot(document)
    if snapshot is None:
        findings: tuple[Finding, ...] = (size_finding(document),)
    else:
        findings = shown(snapshot, document.path)
        server.reports.saw(document.path, frozenset(snapshot.files))

    def lines_of(path: str) -> LineTable:
        if path == document.path or snapshot is None:
            return document.lines
        return snapshot.lines(path)

    return [
        to_diagnostic(finding, lines_of, server.client, _page(finding.code)) for finding in findings
    ]


def shown(snapshot: Snapshot, path: str) -> tuple[Finding, ...]:
    """Return the findings in the file itself, and one for each header that holds errors."""
    own = [finding for finding in snapshot.findings if finding.place.file == path]
    inside: dict[str, list[Finding]] = {}
    for finding in snapshot.findings:
        if finding.place.file != path and finding.severity is Severity.ERROR:
            inside.setdefault(finding.place.file, []).append(finding)
    for header, errors in inside.items():
        place = snapshot.include_of(header) or Place(path, 0, 0)
        own.append(_summary(place, header, errors))
    return tuple(own)


def _summary(place: Place, header: str, errors: list[Finding]) -> Finding:
    first = errors[0]
    name = PurePosixPath(header.replace("\\", "/")).name
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return first._replace(
        place=place,
        message=f"in {name}: {first.message}{more}",
        related=(Related(first.place, first.message), *first.related),
        fixes=(),
        unnecessary=False,
        deprecated=False,
    )


def _page(code: str) -> str | None:
    """Return the address of a rule's page; what only the server reports has none."""
    return None if rule(code) is None else rule_url(code)
