"""References and highlights."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lsprotocol import types

from opencl_ls import features
from opencl_ls.server.convert import to_offset, to_range
from opencl_ls.server.errors import refuse_stale
from opencl_ls.server.locations import locations_of
from opencl_ls.server.protocol import Prepared
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from concurrent.futures import Future

    from pygls.lsp.server import LanguageServer

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import Symbol
    from opencl_ls.features.references import Unit
    from opencl_ls.findings import Place
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.editor import Editor
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
    editor: Editor,
) -> None:
    """Register the handlers."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def document_highlight(
        params: types.DocumentHighlightParams,
    ) -> list[types.DocumentHighlight] | None:
        found = at(params.text_document.uri, params.position)
        if found is None:
            return None
        document, analysis, offset, _ = found
        return [
            types.DocumentHighlight(
                to_range(document.lines, each.place.start, each.place.end, client.encoding),
                _KINDS[each.kind],
            )
            for each in features.highlights.highlights(analysis, offset)
        ]

    options = types.ReferenceOptions(work_done_progress=True)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES, options)
    def references(
        params: types.ReferenceParams,
    ) -> Future[Prepared] | None:
        found = at(params.text_document.uri, params.position)
        if found is None or found.symbol is None:
            return None
        _, analysis, offset, _ = found
        with_declarations = params.context.include_declaration
        told: set[Place] = set()

        def locations(units: Iterable[Unit]) -> Prepared | None:
            """Return the places that were not told yet; None for none."""
            units = tuple(units)
            places = features.references.places_of(units, with_declarations=with_declarations)
            news = [place for place in places if place not in told]
            told.update(news)
            found = locations_of(client, workspace, features.references.lines_of(units), news)
            # Of thousands of objects pygls makes JSON slowly.
            return Prepared(json.dumps([_plain(each) for each in found])) if found else None

        def tell(unit: Unit) -> None:
            news = locations([unit])
            if params.partial_result_token is not None and news is not None:
                editor.progress(params.partial_result_token, news)

        def work() -> Generator[tuple[int, int], None, Prepared]:
            by_parts = params.partial_result_token is not None
            shared = yield from sharing.units(analysis, offset, tell=tell if by_parts else None)
            if shared is None:
                return Prepared("[]")
            if shared.is_cut:
                editor.log(f"there are more files than can be looked through for '{name}'")
            return (None if by_parts else locations(shared.units)) or Prepared("[]")

        name = display(found.symbol.name)
        title = f"References to {name}"
        return searches.answer(work(), bars.asked(params.work_done_token, title))

    def at(uri: str, position: types.Position) -> _Asked | None:
        """Return what stands at a position, in a state that knows all that names it here."""
        document = workspace.documents.get(uri)
        if document is None:
            return None
        refuse_stale(inbox, document)
        offset = to_offset(document.lines, position, client.encoding)
        analysis = workspace.analyses.around(document, offset)
        symbol = None if analysis is None else analysis.symbol_at(offset)
        if symbol is not None and features.references.is_shared(symbol):
            analysis = workspace.analyses.naming(document, symbol.name)
        return None if analysis is None else _Asked(document, analysis, offset, symbol)


def _plain(location: types.Location) -> dict[str, Any]:
    """Return a location as JSON has it."""
    span = location.range
    ends = (("start", span.start), ("end", span.end))
    shown = {name: {"line": at.line, "character": at.character} for name, at in ends}
    return {"uri": location.uri, "range": shown}


class _Asked(NamedTuple):
    """A byte of a document, and the symbol there, if any."""

    document: Document
    analysis: Analysis
    offset: int
    symbol: Symbol | None
