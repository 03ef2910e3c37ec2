"""Renames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from opencl_ls import features
from opencl_ls.server.convert import to_offset, to_range
from opencl_ls.server.errors import modified, refusal, refuse_stale
from opencl_ls.server.guard import is_inside
from opencl_ls.server.locations import edits_of
from opencl_ls.text import byte_text, display

if TYPE_CHECKING:
    from collections.abc import Generator
    from concurrent.futures import Future

    from pygls.lsp.server import LanguageServer

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import Symbol
    from opencl_ls.features.references import Shared
    from opencl_ls.findings import TextEdit
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.progress import ProgressBars
    from opencl_ls.server.searches import Searches
    from opencl_ls.server.sharing import Sharing
    from opencl_ls.server.transport import Inbox
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.text import LineTable


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
    documents = workspace.documents

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        document = documents.get(params.text_document.uri)
        symbol = None if document is None else symbol_at(document, params.position)
        if document is None or symbol is None:
            return None
        place = symbol.place
        span = to_range(document.lines, place.start, place.end, client.encoding)
        return types.PrepareRenamePlaceholder(span, display(symbol.name))

    options = types.RenameOptions(client.prepares_renames or None, work_done_progress=True)

    @server.feature(types.TEXT_DOCUMENT_RENAME, options)
    def rename_symbol(params: types.RenameParams) -> Future[types.WorkspaceEdit] | None:
        document = documents.get(params.text_document.uri)
        symbol = None if document is None else symbol_at(document, params.position)
        if document is None or symbol is None:
            return None
        name = byte_text(params.new_name)

        def work() -> Generator[tuple[int, int], None, types.WorkspaceEdit]:
            analysis = yield from sharing.analysed(document.path)
            if analysis is None:
                raise refusal("this file is too large to be analysed")
            found = features.references.renameable(analysis, symbol.place.start, is_ours)
            if isinstance(found, features.references.Refusal):
                raise refusal(found.reason)
            shared = yield from sharing.units(analysis, symbol.place.start, for_rename=True)
            if shared is None:
                raise refusal(f"'{display(symbol.name)}' cannot be read here")
            lines = features.references.lines_of(shared.units)
            try:
                edits = yield from tried(analysis, found, shared, name)
            except JsonRpcException:
                if not are_present(lines):
                    raise modified() from None
                raise
            if not are_present(lines):
                raise modified()
            return edits_of(client, workspace, lines, edits)

        title = f"Renaming {display(symbol.name)}"
        return searches.answer(work(), bars.asked(params.work_done_token, title))

    def tried(
        analysis: Analysis, symbol: Symbol, shared: Shared, name: str
    ) -> Generator[tuple[int, int], None, list[TextEdit]]:
        """Return the edits, tried in all programs that read a file of them."""
        edits = features.references.edits_for(symbol, shared, name, is_ours)
        if isinstance(edits, features.references.Refusal):
            raise refusal(edits.reason)
        asked, words = analysis.path, (symbol.name, name)
        programs = yield from sharing.readers(edits, words, asked)
        if programs is None:
            raise refusal(f"too many programs read the files in which '{display(symbol.name)}' is")
        units = {unit.path: unit for unit in shared.units}
        for number, path in enumerate(programs):
            yield number, len(programs)
            program = analysis if path == asked else (yield from sharing.analysed(path))
            if program is not None:
                unit = units.get(path)
                spoiled = features.references.spoiled
                problem = spoiled(program, symbol, unit, name, edits, asked)
                if problem:
                    raise refusal(problem)
        return edits

    def symbol_at(document: Document, position: types.Position) -> Symbol | None:
        """Return the symbol at a position, if it can be renamed."""
        refuse_stale(inbox, document)
        offset = to_offset(document.lines, position, client.encoding)
        analysis = workspace.analyses.around(document, offset)
        symbol = (
            None if analysis is None else features.references.renameable(analysis, offset, is_ours)
        )
        if isinstance(symbol, features.references.Refusal):
            raise refusal(symbol.reason)
        return symbol

    def are_present(lines: dict[str, LineTable]) -> bool:
        """Tell whether the files that may be edited are as they were."""
        return sharing.are_present({file: each for file, each in lines.items() if is_ours(file)})

    def is_ours(path: str) -> bool:
        """Tell whether a file may be edited: one that is open, or is part of the workspace."""
        return documents.at(path) is not None or is_inside(path, workspace.configuration.folders())
