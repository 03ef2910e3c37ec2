"""References and highlights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types

from opencl_ls.features.highlights import highlights
from opencl_ls.features.references import places_of
from opencl_ls.server.convert import to_offset, to_range
from opencl_ls.server.errors import refuse_stale
from opencl_ls.server.locations import locations_of
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Generator
    from concurrent.futures import Future

    from pygls.lsp.server import LanguageServer

    from opencl_ls.features.references import Unit
    from opencl_ls.server.client import Client
    from opencl_ls.server.progress import ProgressBars
    from opencl_ls.server.searches import Searches
    from opencl_ls.server.sharing import Sharing
    from opencl_ls.server.transport import Inbox
    from opencl_ls.server.workspace import Workspace

_KINDS: Final = {
    "read": types.DocumentHighlightKind.Read,
    "write": types.DocumentHighlightKind.Write,
    "text": types.DocumentHighlightKind.Text,
}


def register(
    server: LanguageServer,
    client: Client,
    workspace: Workspace,
    sharing: Sharing,
    searches: Searches,
    bars: ProgressBars,
    inbox: Inbox,
) -> None:
    """Register the handlers."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def document_highlight(
        params: types.DocumentHighlightParams,
    ) -> list[types.DocumentHighlight] | None:
        document = workspace.documents.get(params.text_document.uri)
        analysis = None if document is None else workspace.analyses.complete(document)
        if document is None or analysis is None:
            return None
        refuse_stale(inbox, document)
        offset = to_offset(document.lines, params.position, client.encoding)
        return [
            types.DocumentHighlight(
                to_range(document.lines, each.place.start, each.place.end, client.encoding),
                _KINDS[each.kind],
            )
            for each in highlights(analysis, offset)
        ]

    options = types.ReferenceOptions(work_done_progress=True)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES, options)
    def references(
        params: types.ReferenceParams,
    ) -> list[types.Location] | Future[list[types.Location]] | None:
        document = workspace.documents.get(params.text_document.uri)
        if document is None:
            return None
        refuse_stale(inbox, document)
        analysis = workspace.analyses.complete(document)
        offset = to_offset(document.lines, params.position, client.encoding)
        symbol = None if analysis is None else analysis.symbol_at(offset)
        if analysis is None or symbol is None:
            return None

        def work() -> Generator[tuple[int, int], None, list[types.Location]]:
            include = params.context.include_declaration
            return shown((yield from sharing.units(analysis, offset, include_declarations=include)))

        title = f"References to {display(symbol.name)}"
        return searches.answer(document, work(), bars.asked(params.work_done_token, title))

    def shown(units: list[Unit]) -> list[types.Location]:
        analyses = [each.analysis for each in units]
        return locations_of(client, workspace, analyses, places_of(units))
