"""From places and findings to the protocol's ranges and diagnostics.

Positions come from line tables that exist already: the document's own, and the snapshot's for
headers.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.findings import Severity
from opencl_ls.server.uris import uri_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.findings import Finding, Place
    from opencl_ls.server.capabilities import Client
    from opencl_ls.text import LineTable

    LinesOf = Callable[[str], LineTable]

SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


def to_range(lines: LineTable, start: int, end: int, encoding: str) -> types.Range:
    """Return the range between two byte offsets."""
    line, column = lines.position(start, encoding)
    end_line, end_column = lines.position(end, encoding)
    return types.Range(types.Position(line, column), types.Position(end_line, end_column))


def to_offset(lines: LineTable, position: types.Position, encoding: str) -> int:
    """Return the byte offset of a position; outside the text, the nearest one inside it."""
    return lines.offset(position.line, position.character, encoding)


def to_diagnostic(
    finding: Finding, lines_of: LinesOf, client: Client, page: str | None
) -> types.Diagnostic:
    """Return a finding as the client can show it; `page` is the address of the rule's page."""
    place = finding.place
    diagnostic = types.Diagnostic(
        range=to_range(lines_of(place.file), place.start, place.end, client.encoding),
        severity=SEVERITIES[finding.severity],
        code=finding.code,
        source="opencl-ls",
        message=finding.message,
    )
    if page is not None and client.code_description:
        diagnostic.code_description = types.CodeDescription(page)
    diagnostic.tags = _tags(finding, client) or None
    if finding.related:
        if client.related_information:
            diagnostic.related_information = [
                types.DiagnosticRelatedInformation(
                    _location(related.place, lines_of, client.encoding),
                    related.message,
                )
                for related in finding.related
            ]
        else:
            diagnostic.message += "".join(
                f"\n{_words(related.place, lines_of)}: {related.message}"
                for related in finding.related
            )
    return diagnostic


def _tags(finding: Finding, client: Client) -> list[types.DiagnosticTag]:
    wanted = []
    if finding.unnecessary:
        wanted.append(types.DiagnosticTag.Unnecessary)
    if finding.deprecated:
        wanted.append(types.DiagnosticTag.Deprecated)
    return [tag for tag in wanted if tag.value in client.diagnostic_tags]


def _location(place: Place, lines_of: LinesOf, encoding: str) -> types.Location:
    return types.Location(
        uri_of(place.file), to_range(lines_of(place.file), place.start, place.end, encoding)
    )


def _words(place: Place, lines_of: LinesOf) -> str:
    line, column = lines_of(place.file).position(place.start)
    return f"{PurePosixPath(place.file).name}:{line + 1}:{column + 1}"
