"""Go to definition and its relatives; names of the language lead to pages of the reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types

from opencl_ls.features import definition as feature
from opencl_ls.server.convert import to_offset, to_range
from opencl_ls.server.locations import Locations, found_range
from opencl_ls.server.pages import SCHEME
from opencl_ls.server.uris import uri_of
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pygls.lsp.server import LanguageServer

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.definition import Destinations
    from opencl_ls.features.workspace_index import Found
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.pages import Pages
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.server.workspace_files import WorkspaceFiles

    Params = (
        types.DefinitionParams
        | types.DeclarationParams
        | types.TypeDefinitionParams
        | types.ImplementationParams
    )
    Answer = list[types.LocationLink] | list[types.Location] | None
    Question = Callable[[Analysis, int], Destinations | None]

_MOST_PLACES: Final = 256
"""The largest number of definitions in other files that one answer holds."""

_NOWHERE: Final = types.Range(types.Position(0, 0), types.Position(0, 0))


def register(
    server: LanguageServer,
    client: Client,
    workspace: Workspace,
    workspace_files: WorkspaceFiles,
    pages: Pages,
) -> None:
    """Register the handlers of definitions, declarations, types and bodies."""
    definitions = _Definitions(client, workspace, workspace_files, pages)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> Answer:
        return definitions.answer(params, feature.definition, linked=client.links.definition)

    @server.feature(types.TEXT_DOCUMENT_DECLARATION)
    def declaration(params: types.DeclarationParams) -> Answer:
        return definitions.answer(params, feature.declaration, linked=client.links.declaration)

    @server.feature(types.TEXT_DOCUMENT_TYPE_DEFINITION)
    def type_definition(params: types.TypeDefinitionParams) -> Answer:
        return definitions.answer(
            params, feature.type_definition, linked=client.links.type_definition
        )

    @server.feature(types.TEXT_DOCUMENT_IMPLEMENTATION)
    def implementation(params: types.ImplementationParams) -> Answer:
        return definitions.answer(
            params, feature.implementation, linked=client.links.implementation
        )

    if client.links.text_document_content:
        options = types.TextDocumentContentRegistrationOptions([SCHEME])

        @server.feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT, options)
        def text_document_content(
            params: types.TextDocumentContentParams,
        ) -> types.TextDocumentContentResult:
            return types.TextDocumentContentResult(pages.text(params.uri) or "")


class _Definitions:
    """Finds the definitions of the name at a position."""

    def __init__(
        self,
        client: Client,
        workspace: Workspace,
        workspace_files: WorkspaceFiles,
        pages: Pages,
    ) -> None:
        self._client = client
        self._workspace = workspace
        self._workspace_files = workspace_files
        self._pages = pages

    def answer(self, params: Params, question: Question, *, linked: bool) -> Answer:
        """Return the links, or locations, for a request about a position."""
        document = self._workspace.documents.get(params.text_document.uri)
        if document is None:
            return None
        offset = to_offset(document.lines, params.position, self._client.encoding)
        analysis = self._workspace.analyses.at(document, offset)
        found = None if analysis is None else question(analysis, offset)
        if analysis is None or found is None:
            return None
        links = list(self._links(document, analysis, found))
        if not links:
            return None
        return links if linked else [_location(link) for link in links]

    def _links(
        self, document: Document, analysis: Analysis, found: Destinations
    ) -> Iterator[types.LocationLink]:
        origin = to_range(document.lines, found.start, found.end, self._client.encoding)
        page = self._pages.uri(found.page) if found.page else None
        if page is not None:
            yield types.LocationLink(page, _NOWHERE, _NOWHERE, origin)
        others = [self._link_to(other, origin) for other in self._elsewhere(document, found)]
        if others and found.are_declarations:
            yield from others
            return
        locations = Locations(self._client, self._workspace, analysis)
        here = [
            types.LocationLink(
                locations.uri(target.name.file),
                locations.range(target.whole),
                locations.range(target.name),
                origin,
            )
            for target in found.targets
        ]
        shown = {(link.target_uri, link.target_selection_range.start.line) for link in here}
        yield from here
        for link in others:
            if (link.target_uri, link.target_selection_range.start.line) not in shown:
                yield link

    def _elsewhere(self, document: Document, found: Destinations) -> list[Found]:
        """Return the definitions of a name in files of the workspace, the nearest files first.

        A name that is undeclared here may only be declared there.
        """
        if not found.elsewhere:
            return []
        self._workspace_files.begin()
        named = [
            each
            for each in self._workspace_files.named(display(found.elsewhere))
            if not found.kinds or each.kind in found.kinds
        ]
        defined = [each for each in named if each.is_definition]
        chosen = defined or ([] if found.kinds else named)
        folder = document.path.split("/")[:-1]
        chosen.sort(key=lambda each: (_distance(folder, each.path.split("/")[:-1]), each.path))
        return chosen[:_MOST_PLACES]

    def _link_to(self, found: Found, origin: types.Range) -> types.LocationLink:
        document = self._workspace.documents.at(found.path)
        uri = uri_of(found.path) if document is None else document.uri
        name = found_range(found, self._client.encoding)
        return types.LocationLink(uri, name, name, origin)


def _distance(folder: list[str], other: list[str]) -> int:
    """Return how many steps lead from one folder to another."""
    pairs = enumerate(zip(folder, other, strict=False))
    shared = next((n for n, (one, two) in pairs if one != two), min(len(folder), len(other)))
    return len(folder) + len(other) - 2 * shared


def _location(link: types.LocationLink) -> types.Location:
    return types.Location(link.target_uri, link.target_selection_range)
