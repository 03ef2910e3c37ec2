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
    from collections.abc import Generator, Sequence
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
        search = _Search(client, workspace, editor, params)
        name = display(found.symbol.name)
        work = search.work(sharing, analysis, offset, name)
        return searches.answer(work, bars.asked(params.work_done_token, f"References to {name}"))

    def at(uri: str, position: types.Position) -> _Target | None:
        """Return what is at a position, in a state that knows all references here."""
        document = workspace.documents.get(uri)
        if document is None:
            return None
        refuse_stale(inbox, document)
        offset = to_offset(document.lines, position, client.encoding)
        analysis = workspace.analyses.around(document, offset)
        symbol = None if analysis is None else analysis.symbol_at(offset)
        if symbol is not None and features.references.is_shared(symbol):
            analysis = workspace.analyses.naming(document, symbol.name)
        return None if analysis is None else _Target(document, analysis, offset, symbol)


class _Search:
    """The search that answers one request for references."""

    def __init__(
        self,
        client: Client,
        workspace: Workspace,
        editor: Editor,
        params: types.ReferenceParams,
    ) -> None:
        self._client = client
        self._workspace = workspace
        self._editor = editor
        self._token = params.partial_result_token
        self._with_declarations = params.context.include_declaration
        self._sent: set[Place] = set()

    def work(
        self, sharing: Sharing, analysis: Analysis, offset: int, name: str
    ) -> Generator[tuple[int, int], None, Prepared]:
        """Return the references in steps; with a token, send those of each unit when found."""
        send = None if self._token is None else self._send
        shared = yield from sharing.units(analysis, offset, report=send)
        if shared is None:
            return Prepared("[]")
        if shared.is_cut:
            self._editor.log(f"there are too many files to search for '{name}'")
        return (self._locations(shared.units) if send is None else None) or Prepared("[]")

    def _send(self, unit: Unit) -> None:
        unsent = self._locations([unit])
        if self._token is not None and unsent is not None:
            self._editor.progress(self._token, unsent)

    def _locations(self, units: Sequence[Unit]) -> Prepared | None:
        """Return the references that were not sent yet; or None."""
        places = features.references.places_of(units, with_declarations=self._with_declarations)
        unsent = [place for place in places if place not in self._sent]
        self._sent.update(unsent)
        lines = features.references.lines_of(units)
        found = locations_of(self._client, self._workspace, lines, unsent)
        # pygls takes long to make JSON of thousands of objects.
        return Prepared(json.dumps([_plain(each) for each in found])) if found else None


def _plain(location: types.Location) -> dict[str, Any]:
    """Return a location as JSON has it."""
    span = location.range
    ends = (("start", span.start), ("end", span.end))
    shown = {name: {"line": at.line, "character": at.character} for name, at in ends}
    return {"uri": location.uri, "range": shown}


class _Target(NamedTuple):
    """A byte of a document, and the symbol there, if any."""

    document: Document
    analysis: Analysis
    offset: int
    symbol: Symbol | None
