"""Places of files as the protocol names them: URIs, ranges, locations and edits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.server.convert import to_range
from opencl_ls.server.uris import uri_of
from opencl_ls.text import LineTable, byte_text, display

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.workspace_index import Found
    from opencl_ls.findings import Place, TextEdit
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Documents
    from opencl_ls.server.workspace import Workspace


class Locations:
    """Converts the places that one analysis names, in its main file and in headers."""

    def __init__(self, client: Client, workspace: Workspace, analysis: Analysis) -> None:
        self._client = client
        self._workspace = workspace
        self._documents = workspace.documents
        self._analysis = analysis

    def uri(self, file: str) -> str:
        """Return the URI under which the client knows a file."""
        document = self._documents.at(file)
        return uri_of(file) if document is None else document.uri

    def range(self, place: Place) -> types.Range:
        """Return the range of a place in its file."""
        document = self._documents.at(place.file)
        lines = self._analysis.lines(place.file) if document is None else document.lines
        return to_range(lines, place.start, place.end, self._client.encoding)

    def location(self, place: Place) -> types.Location:
        """Return a place as a location."""
        return types.Location(self.uri(place.file), self.range(place))

    def edit(self, edits: Iterable[TextEdit]) -> types.WorkspaceEdit:
        """Return a workspace edit, which names versions where the client can tell them apart."""
        return edits_of(self._client, self._workspace, [self._analysis], edits)


def found_range(found: Found, encoding: str) -> types.Range:
    """Return the range of a name that a search in the workspace has found."""
    name = byte_text(found.name)
    length = LineTable(name).position(len(name), encoding)[1]
    start = types.Position(found.line, found.column)
    return types.Range(start, types.Position(found.line, found.column + length))


def workspace_edit(
    client: Client, documents: Documents, files: Mapping[str, list[types.TextEdit]]
) -> types.WorkspaceEdit:
    """Return the edits of some files, by path, in the form that the client takes."""

    def uri(file: str) -> str:
        document = documents.at(file)
        return uri_of(file) if document is None else document.uri

    def version(file: str) -> int | None:
        document = documents.at(file)
        return None if document is None else document.version

    if not client.versioned_edits:
        return types.WorkspaceEdit({uri(file): made for file, made in files.items()})
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(uri(file), version(file)), made
            )
            for file, made in files.items()
        ]
    )


def locations_of(
    client: Client, workspace: Workspace, analyses: Sequence[Analysis], places: Iterable[Place]
) -> list[types.Location]:
    """Return places in files of several analyses as locations."""
    reading = _by_file(client, workspace, analyses)
    return [reading[place.file].location(place) for place in places]


def edits_of(
    client: Client, workspace: Workspace, analyses: Sequence[Analysis], edits: Iterable[TextEdit]
) -> types.WorkspaceEdit:
    """Return edits of files of several analyses as a workspace edit."""
    reading = _by_file(client, workspace, analyses)
    files: dict[str, list[types.TextEdit]] = {}
    for each in edits:
        made = types.TextEdit(reading[each.place.file].range(each.place), display(each.text))
        files.setdefault(each.place.file, []).append(made)
    return workspace_edit(client, workspace.documents, files)


def _by_file(
    client: Client, workspace: Workspace, analyses: Sequence[Analysis]
) -> dict[str, Locations]:
    """Return what converts the places of each file; the first analysis that read it counts."""
    found: dict[str, Locations] = {}
    for analysis in analyses:
        reading = Locations(client, workspace, analysis)
        for file in analysis.files:
            found.setdefault(file, reading)
    return found
