"""The request for the ranges to which a selection grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.server.convert import to_offset

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.workspace import Workspace


def register(server: LanguageServer, client: Client, workspace: Workspace) -> None:
    """Register the handler of selection ranges."""

    @server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    def selection_range(
        params: types.SelectionRangeParams,
    ) -> list[types.SelectionRange] | None:
        document = workspace.documents.get(params.text_document.uri)
        analysis = None if document is None else workspace.analyses.provisional(document)
        if document is None or analysis is None:
            return None
        return [_growing(document, analysis, position) for position in params.positions]

    def _growing(
        document: Document, analysis: Analysis, position: types.Position
    ) -> types.SelectionRange:
        """Return the ranges around a position, the innermost one with its parents."""
        spans = analysis.enclosing(to_offset(document.lines, position, client.encoding))
        ends = [offset for span in spans for offset in span]
        places = [types.Position(*each) for each in document.lines.positions(ends, client.encoding)]
        # The last one is the whole file, which holds any position.
        grown = types.SelectionRange(types.Range(places[-2], places[-1]))
        for number in range(len(places) - 4, -1, -2):
            grown = types.SelectionRange(types.Range(places[number], places[number + 1]), grown)
        return grown
