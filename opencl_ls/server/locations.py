"""Places of files as the protocol names them: URIs, ranges, locations and edits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from lsprotocol import types

from opencl_ls.server.convert import to_range
from opencl_ls.server.uris import uri_of
from opencl_ls.text import LineTable, byte_text, display

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from opencl_ls.features.workspace_index import Found
    from opencl_ls.findings import Place, TextEdit
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Documents
    from opencl_ls.server.workspace import Workspace


class HasLines(Protocol):
    """An analysis, or another object that knows the lines of files."""

    def lines(self, file: str) -> LineTable:
        """Return the line table of a file."""


class Locations:
    """Converts the places that one analysis names, in its main file and in headers."""

    def __init__(self, client: Client, workspace: Workspace, analysis: HasLines) -> None:
        self._client = client
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
        """Return a workspace edit, which names versions if the client supports them."""
        files: dict[str, list[types.TextEdit]] = {}
        for each in edits:
            made = types.TextEdit(self.range(each.place), display(each.text))
            files.setdefault(each.place.file, []).append(made)
        return workspace_edit(self._client, self._documents, files)


def found_range(found: Found, encoding: str) -> types.Range:
    """Return the range of a name that a search in the workspace has found."""
    name = byte_text(found.name)
    length = LineTable(name).position(len(name), encoding)[1]
    start = types.Position(found.line, found.column)
    return types.Range(start, types.Position(found.line, found.column + length))


def workspace_edit(
    client: Client, documents: Documents, files: Mapping[str, list[types.TextEdit]]
) -> types.WorkspaceEdit:
    """Return the edits of some files, by path, as the client takes them."""

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
    client: Client, workspace: Workspace, lines: Mapping[str, LineTable], places: Iterable[Place]
) -> list[types.Location]:
    """Return places in files with these lines as locations."""
    locations = Locations(client, workspace, _Files(lines))
    return [locations.location(place) for place in places]


def edits_of(
    client: Client, workspace: Workspace, lines: Mapping[str, LineTable], edits: Iterable[TextEdit]
) -> types.WorkspaceEdit:
    """Return edits of files with these lines as a workspace edit."""
    return Locations(client, workspace, _Files(lines)).edit(edits)


class _Files:
    """Files of several analyses."""

    def __init__(self, lines: Mapping[str, LineTable]) -> None:
        self._lines = lines

    def lines(self, file: str) -> LineTable:
        """Return the line table of a file."""
        return self._lines[file]
