"""Code actions: the quick fixes of the findings at a place, and all safe fixes of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.features.quick_fixes import quick_fixes, safe_fixes
from opencl_ls.server.client import FIX_ALL, QUICK_FIX
from opencl_ls.server.convert import to_bounds, to_range
from opencl_ls.server.errors import refuse_stale
from opencl_ls.server.uris import uri_of
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pygls.lsp.server import LanguageServer

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.quick_fixes import QuickFix
    from opencl_ls.findings import Place, TextEdit
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.transport import Inbox
    from opencl_ls.server.workspace import Workspace


def register(server: LanguageServer, client: Client, workspace: Workspace, inbox: Inbox) -> None:
    """Register the handler of code actions."""
    options = types.CodeActionOptions([QUICK_FIX, FIX_ALL])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        document = workspace.documents.get(params.text_document.uri)
        if document is None or not client.takes_actions:
            return None
        refuse_stale(inbox, document)
        start, end = to_bounds(document.lines, params.range, client.encoding)
        told, only = params.context.diagnostics, params.context.only or ()
        return [*_fixes(document, start, end, told, only), *_all_fixes(document, only)]

    def _fixes(
        document: Document,
        start: int,
        end: int,
        told: Sequence[types.Diagnostic],
        only: Sequence[str],
    ) -> list[types.CodeAction]:
        """Return the quick fixes in a range; `told` are the diagnostics that the client has."""
        analysis = workspace.analyses.provisional(document) if _wanted(QUICK_FIX, only) else None
        if analysis is None:
            return []
        writer = _Writer(client, workspace, document, analysis)
        found = quick_fixes(analysis, document.lines, start, end)
        return [writer.quick_fix(each, told) for each in found]

    def _all_fixes(document: Document, only: Sequence[str]) -> list[types.CodeAction]:
        """Return the action for all safe fixes, for who asks for it: no list of a place has it."""
        wanted = bool(only) and _wanted(FIX_ALL, only)
        analysis = workspace.analyses.complete(document) if wanted else None
        edits = [] if analysis is None else safe_fixes(analysis)
        if analysis is None or not edits:
            return []
        edit = _Writer(client, workspace, document, analysis).edit(edits)
        return [types.CodeAction("Apply all safe fixes", FIX_ALL, edit=edit)]


def _wanted(kind: str, only: Sequence[str]) -> bool:
    """Tell whether a client that wants some kinds `only`, or all, wants this one."""
    return not only or any(each == "" or f"{kind}.".startswith(f"{each}.") for each in only)


class _Writer:
    """Writes actions for one state of a document."""

    def __init__(
        self, client: Client, workspace: Workspace, document: Document, analysis: Analysis
    ) -> None:
        self._client = client
        self._documents = workspace.documents
        self._document = document
        self._analysis = analysis

    def quick_fix(self, found: QuickFix, told: Sequence[types.Diagnostic]) -> types.CodeAction:
        """Return an action; `told` are the diagnostics that the client has at the place."""
        finding, span = found.finding, self._range(found.finding.place)
        return types.CodeAction(
            found.fix.title,
            QUICK_FIX,
            diagnostics=[each for each in told if each.code == finding.code and each.range == span],
            is_preferred=found.preferred or None,
            edit=self.edit(found.fix.edits),
        )

    def edit(self, edits: Iterable[TextEdit]) -> types.WorkspaceEdit:
        """Return a workspace edit, which names versions where the client can tell them apart."""
        files: dict[str, list[types.TextEdit]] = {}
        for each in edits:
            made = types.TextEdit(self._range(each.place), display(each.text))
            files.setdefault(each.place.file, []).append(made)
        if not self._client.versioned_edits:
            return types.WorkspaceEdit({self._uri(file): made for file, made in files.items()})
        return types.WorkspaceEdit(
            document_changes=[
                types.TextDocumentEdit(
                    types.OptionalVersionedTextDocumentIdentifier(
                        self._uri(file), self._version(file)
                    ),
                    made,
                )
                for file, made in files.items()
            ]
        )

    def _range(self, place: Place) -> types.Range:
        own = place.file == self._document.path
        lines = self._document.lines if own else self._analysis.lines(place.file)
        return to_range(lines, place.start, place.end, self._client.encoding)

    def _uri(self, file: str) -> str:
        document = self._documents.at(file)
        return uri_of(file) if document is None else document.uri

    def _version(self, file: str) -> int | None:
        document = self._documents.at(file)
        return None if document is None else document.version
