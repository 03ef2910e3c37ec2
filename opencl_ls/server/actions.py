"""The code actions of a document, as values of the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from opencl_ls.features.quick_fixes import quick_fixes, safe_fixes
from opencl_ls.server.client import DETECT, FIX_ALL, QUICK_FIX, REFACTORINGS
from opencl_ls.server.convert import to_range
from opencl_ls.server.errors import refusal
from opencl_ls.server.locations import Locations, workspace_edit
from opencl_ls.server.uris import uri_of
from opencl_ls.text import LineTable, byte_text, display

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.configuration_changes import ConfigurationFile
    from opencl_ls.features.quick_fixes import QuickFix
    from opencl_ls.features.refactorings import Offer
    from opencl_ls.findings import Finding, TextEdit
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document, Documents
    from opencl_ls.server.embedded import ServedProgram
    from opencl_ls.server.workspace import Workspace


class ActionRequest(NamedTuple):
    """A request for code actions: a range of bytes, and the diagnostics that the client has there.

    It wants `only` some kinds, or all if that is empty; `is_invoked` is true if the user asked for
    it.
    """

    start: int
    end: int
    diagnostics: Sequence[types.Diagnostic]
    only: Sequence[str]
    is_invoked: bool


class Actions:
    """Makes code actions for one client; `is_lazy` if edits are sent when an action is chosen."""

    def __init__(self, client: Client, workspace: Workspace) -> None:
        self._client = client
        self._workspace = workspace
        self.is_lazy = client.actions.data and "edit" in client.actions.resolves

    def fixes(self, document: Document, request: ActionRequest) -> list[types.CodeAction]:
        """Return the quick fixes in a range."""
        program = self._workspace.analyses.program_at(document, request.start)
        if program is not None and _is_requested(QUICK_FIX, request.only):
            return self._embedded_fixes(document, program, request)
        analysis = self._provisional(document, request)
        if analysis is None:
            return []
        locations = Locations(self._client, self._workspace, analysis)
        found = quick_fixes(analysis, document.lines, request.start, request.end)
        return [
            _quick_fix(each, request.diagnostics, locations)
            for each in found
            if self._may_edit(each.fix.edits)
        ]

    def _embedded_fixes(
        self, document: Document, program: ServedProgram, request: ActionRequest
    ) -> list[types.CodeAction]:
        """Return the quick fixes in a range of a program in a string of the document."""
        _, findings = program.findings(document.text)
        reported = {(each.place, each.code, each.message) for each in findings}
        # The program may have moved since its findings were made.
        analysis = program.around(request.start)
        locations = Locations(self._client, self._workspace, analysis)
        lines = analysis.lines(document.path)
        made = []
        for each in quick_fixes(analysis, lines, request.start, request.end):
            fix = program.written(each.fix, document.text)
            place, code, message = each.finding.place, each.finding.code, each.finding.message
            if fix is not None and (place, code, message) in reported and self._may_edit(fix.edits):
                written = each._replace(fix=fix)
                made.append(_quick_fix(written, request.diagnostics, locations))
        return made

    def configuration(
        self, document: Document, request: ActionRequest
    ) -> Iterator[types.CodeAction]:
        """Yield changes of the configuration file that remove findings in a range."""
        from opencl_ls.features import configuration_changes as changes  # noqa: PLC0415 - seldom

        analysis = self._provisional(document, request)
        if analysis is None or not analysis.findings_touching(request.start, request.end):
            return
        path, text = self._workspace.configuration.file_of(document)
        opened = self._workspace.documents.at(path) if path else None
        if opened is not None:
            text = display(opened.text)
        can_create = self._client.creates_files and self._client.versioned_edits
        if not path or not self._is_ours(path) or (text is None and not can_create):
            return
        locations = Locations(self._client, self._workspace, analysis)
        file = changes.ConfigurationFile(path, text)
        for each in changes.configuration_changes(analysis, request.start, request.end, file):
            span = locations.range(each.finding.place)
            yield types.CodeAction(
                each.title,
                QUICK_FIX,
                diagnostics=_shown_at(request.diagnostics, each.finding, span),
                edit=file_edit(self._client, self._workspace.documents, file, each.edit),
            )

    def host_options(
        self, document: Document, request: ActionRequest
    ) -> Iterator[types.CodeAction]:
        """Yield the action that looks for an undefined name in the host programs."""
        analysis = self._provisional(document, request)
        if analysis is None or not self._client.applies_edits:
            return
        found = [
            each
            for each in analysis.findings_touching(request.start, request.end)
            if each.code == "names/undefined-macro"
        ]
        if found and self._workspace.configuration.folder_of(document.path):
            locations = Locations(self._client, self._workspace, analysis)
            title = "Find the build options of the host"
            argument = {"uri": document.uri, "write": True}
            yield types.CodeAction(
                title,
                QUICK_FIX,
                diagnostics=[
                    shown
                    for each in found
                    for shown in _shown_at(request.diagnostics, each, locations.range(each.place))
                ],
                command=types.Command(title, DETECT, arguments=[argument]),
            )

    def all_fixes(self, document: Document, request: ActionRequest) -> list[types.CodeAction]:
        """Return the action for all safe fixes, if it is requested by kind."""
        is_requested = bool(request.only) and _is_requested(FIX_ALL, request.only)
        analysis = self._workspace.analyses.complete(document) if is_requested else None
        edits = [] if analysis is None else safe_fixes(analysis)
        if analysis is None or not edits:
            return []
        edit = Locations(self._client, self._workspace, analysis).edit(edits)
        return [types.CodeAction("Apply all safe fixes", FIX_ALL, edit=edit)]

    def refactorings(
        self, document: Document, request: ActionRequest
    ) -> Iterator[types.CodeAction]:
        """Yield the refactorings of a selection, and on request the reasons of impossible ones."""
        is_requested = any(_is_requested(each, request.only) for each in (*REFACTORINGS, QUICK_FIX))
        analyses = self._workspace.analyses
        analysis = analyses.around(document, request.start) if is_requested else None
        if analysis is None:
            return
        # They are loaded in idle times, see `loading`.
        from opencl_ls.features.refactorings import refactorings  # noqa: PLC0415

        shows_disabled = request.is_invoked and self._client.actions.disabled
        for each in refactorings(analysis, request.start, request.end, is_asked=request.is_invoked):
            if not _is_requested(each.kind, request.only) or (each.disabled and not shows_disabled):
                continue
            action = types.CodeAction(each.title, each.kind)
            if each.disabled:
                action.disabled = types.CodeActionDisabled(_sentence(each.disabled))
            elif self.is_lazy:
                action.data = _data(document, request, each)
            else:
                action.edit, spoils = self._tried(analysis, each)
                if action.edit is None or spoils:
                    continue
            yield action

    def offered_by(self, action: types.CodeAction) -> tuple[Document, int, int, object] | None:
        """Return the subject of a refactoring: document, bytes, and version; or None."""
        data: dict[str, Any] = action.data if isinstance(action.data, dict) else {}
        document = self._workspace.documents.get(str(data.get("uri", "")))
        start, end = data.get("start"), data.get("end")
        if document is None or not isinstance(start, int) or not isinstance(end, int):
            return None
        return document, start, end, data.get("version")

    def resolved(
        self, document: Document, action: types.CodeAction, start: int, end: int
    ) -> types.CodeAction:
        """Return a refactoring with its edits."""
        from opencl_ls.features.refactorings import refactorings  # noqa: PLC0415 - as above

        analysis = self._workspace.analyses.around(document, start)
        name = action.data.get("name") if isinstance(action.data, dict) else ""
        for each in () if analysis is None else refactorings(analysis, start, end):
            if (each.name, each.title) == (name, action.title) and not each.disabled:
                assert analysis is not None
                action.edit, spoils = self._tried(analysis, each)
                if spoils:
                    raise refusal(f"{action.title}: it is not made, since {spoils} would report it")
                if action.edit is None:
                    raise refusal(f"{action.title}: there is no place where it would do")
                break
        return action

    def _provisional(self, document: Document, request: ActionRequest) -> Analysis | None:
        if not _is_requested(QUICK_FIX, request.only):
            return None
        return self._workspace.analyses.provisional(document)

    def _tried(self, analysis: Analysis, offer: Offer) -> tuple[types.WorkspaceEdit | None, str]:
        """Return the edits of an offer, if any, and the rule that would report them."""
        from opencl_ls.features.refactorings.trial import spoiled  # noqa: PLC0415 - as above

        edits = offer.edits()
        if not edits or not self._may_edit(edits):
            return None, ""
        made = Locations(self._client, self._workspace, analysis).edit(edits)
        return made, spoiled(analysis, edits)

    def _may_edit(self, edits: Iterable[TextEdit]) -> bool:
        """Tell whether edits are only in open documents and in the folders of the workspace."""
        return all(map(self._is_ours, {each.place.file for each in edits}))

    def _is_ours(self, file: str) -> bool:
        folders = self._workspace.configuration.folders()
        inside = file.startswith(tuple(f"{each.rstrip('/')}/" for each in folders))
        return inside or self._workspace.documents.at(file) is not None


def _data(document: Document, request: ActionRequest, offer: Offer) -> dict[str, Any]:
    """Return the data that identifies an offer."""
    return {
        "uri": document.uri,
        "version": document.version,
        "start": request.start,
        "end": request.end,
        "name": offer.name,
    }


def _sentence(reason: str) -> str:
    return f"{reason[0].upper()}{reason[1:]}."


def _is_requested(kind: str, only: Sequence[str]) -> bool:
    """Tell whether a client that wants some kinds `only`, or all, wants this one."""
    return not only or any(each == "" or f"{kind}.".startswith(f"{each}.") for each in only)


def _shown_at(
    diagnostics: Sequence[types.Diagnostic], finding: Finding, span: types.Range
) -> list[types.Diagnostic]:
    """Return those of a client's diagnostics that are about a finding."""
    return [each for each in diagnostics if each.code == finding.code and each.range == span]


def file_edit(
    client: Client, documents: Documents, file: ConfigurationFile, edit: tuple[int, int, str]
) -> types.WorkspaceEdit:
    """Return the edit of a file by characters of its text; a file without a text is created."""
    start, end, new = edit
    text = file.text or ""
    begin, last = len(byte_text(text[:start])), len(byte_text(text[:end]))
    span = to_range(LineTable(byte_text(text)), begin, last, client.encoding)
    made = workspace_edit(client, documents, {file.path: [types.TextEdit(span, new)]})
    if file.text is None:
        options = types.CreateFileOptions(ignore_if_exists=True)
        created = types.CreateFile(uri_of(file.path), options=options)
        made.document_changes = [created, *(made.document_changes or ())]
    return made


def _quick_fix(
    found: QuickFix, diagnostics: Sequence[types.Diagnostic], locations: Locations
) -> types.CodeAction:
    """Return an action; `diagnostics` are the diagnostics that the client has at the place."""
    finding, span = found.finding, locations.range(found.finding.place)
    return types.CodeAction(
        found.fix.title,
        QUICK_FIX,
        diagnostics=_shown_at(diagnostics, finding, span),
        is_preferred=found.preferred or None,
        edit=locations.edit(found.fix.edits),
    )
