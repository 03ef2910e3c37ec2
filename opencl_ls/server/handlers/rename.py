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
    renames = _Renames(client, workspace, sharing, inbox)

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        document = documents.get(params.text_document.uri)
        symbol = None if document is None else renames.symbol_at(document, params.position)
        if document is None or symbol is None:
            return None
        place = symbol.place
        span = to_range(document.lines, place.start, place.end, client.encoding)
        return types.PrepareRenamePlaceholder(span, display(symbol.name))

    options = types.RenameOptions(client.prepares_renames or None, work_done_progress=True)

    @server.feature(types.TEXT_DOCUMENT_RENAME, options)
    def rename_symbol(params: types.RenameParams) -> Future[types.WorkspaceEdit] | None:
        document = documents.get(params.text_document.uri)
        symbol = None if document is None else renames.symbol_at(document, params.position)
        if document is None or symbol is None:
            return None
        work = renames.work(document, symbol, byte_text(params.new_name))
        title = f"Renaming {display(symbol.name)}"
        return searches.answer(work, bars.asked(params.work_done_token, title))


class _Renames:
    """Renames of a session."""

    def __init__(
        self, client: Client, workspace: Workspace, sharing: Sharing, inbox: Inbox
    ) -> None:
        self._client = client
        self._workspace = workspace
        self._sharing = sharing
        self._inbox = inbox

    def work(
        self, document: Document, symbol: Symbol, name: str
    ) -> Generator[tuple[int, int], None, types.WorkspaceEdit]:
        """Return the edits of a rename to a byte text, in steps; raises if it is refused."""
        analysis = yield from self._sharing.analysed(document.path)
        if analysis is None:
            raise refusal("this file is too large to be analysed")
        found = features.references.renameable(analysis, symbol.place.start, self._is_ours)
        if isinstance(found, features.references.Refusal):
            raise refusal(found.reason)
        shared = yield from self._sharing.units(analysis, symbol.place.start, for_rename=True)
        if shared is None:
            raise refusal(f"'{display(symbol.name)}' cannot be read here")
        lines = features.references.lines_of(shared.units)
        try:
            edits = yield from self._tried(analysis, found, shared, name)
        except JsonRpcException:
            if not self._are_current(lines):
                raise modified() from None
            raise
        if not self._are_current(lines):
            raise modified()
        return edits_of(self._client, self._workspace, lines, edits)

    def _tried(
        self, analysis: Analysis, symbol: Symbol, shared: Shared, name: str
    ) -> Generator[tuple[int, int], None, list[TextEdit]]:
        """Return the edits, verified in all programs that read one of their files."""
        edits = features.references.edits_for(symbol, shared, name, self._is_ours)
        if isinstance(edits, features.references.Refusal):
            raise refusal(edits.reason)
        shown_path, words = analysis.path, (symbol.name, name)
        programs = yield from self._sharing.readers(edits, words, shown_path)
        if programs is None:
            raise refusal(f"too many programs read the files in which '{display(symbol.name)}' is")
        units = {unit.path: unit for unit in shared.units}
        for number, path in enumerate(programs):
            yield number, len(programs)
            program = analysis if path == shown_path else (yield from self._sharing.analysed(path))
            if program is not None:
                unit = units.get(path)
                spoiled = features.references.spoiled
                problem = spoiled(program, symbol, unit, name, edits, shown_path)
                if problem:
                    raise refusal(problem)
        return edits

    def symbol_at(self, document: Document, position: types.Position) -> Symbol | None:
        """Return the symbol at a position, if it can be renamed."""
        refuse_stale(self._inbox, document)
        offset = to_offset(document.lines, position, self._client.encoding)
        analysis = self._workspace.analyses.around(document, offset)
        symbol = (
            None
            if analysis is None
            else features.references.renameable(analysis, offset, self._is_ours)
        )
        if isinstance(symbol, features.references.Refusal):
            raise refusal(symbol.reason)
        return symbol

    def _are_current(self, lines: dict[str, LineTable]) -> bool:
        """Tell whether the files that may be edited are unchanged."""
        return self._sharing.are_current(
            {file: each for file, each in lines.items() if self._is_ours(file)}
        )

    def _is_ours(self, path: str) -> bool:
        """Tell whether a file may be edited: one that is open, or is part of the workspace."""
        return self._workspace.documents.at(path) is not None or is_inside(
            path, self._workspace.configuration.folders()
        )
