"""Code actions: quick fixes at a place, all safe fixes of a document, and refactorings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from opencl_ls.features.quick_fixes import quick_fixes, safe_fixes
from opencl_ls.features.refactorings import refactorings
from opencl_ls.server.client import FIX_ALL, QUICK_FIX, REFACTORINGS
from opencl_ls.server.convert import to_bounds
from opencl_ls.server.errors import refuse_stale
from opencl_ls.server.locations import Locations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pygls.lsp.server import LanguageServer

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.quick_fixes import QuickFix
    from opencl_ls.features.refactorings import Offer
    from opencl_ls.findings import TextEdit
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.transport import Inbox
    from opencl_ls.server.workspace import Workspace


def register(server: LanguageServer, client: Client, workspace: Workspace, inbox: Inbox) -> None:
    """Register the handlers of code actions."""
    # Most actions are looked at and not made: the edits can wait until one is chosen.
    is_lazy = client.actions.data and "edit" in client.actions.resolves
    kinds = [QUICK_FIX, *REFACTORINGS, FIX_ALL]
    options = types.CodeActionOptions(kinds, resolve_provider=is_lazy)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        document = workspace.documents.get(params.text_document.uri)
        if document is None or not client.actions.literals:
            return None
        refuse_stale(inbox, document)
        start, end = to_bounds(document.lines, params.range, client.encoding)
        told, only = params.context.diagnostics, params.context.only or ()
        is_asked = params.context.trigger_kind is types.CodeActionTriggerKind.Invoked
        return [
            *_fixes(document, start, end, told, only),
            *_refactorings(document, start, end, only, is_asked),
            *_all_fixes(document, only),
        ]

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
        locations = Locations(client, workspace, analysis)
        found = quick_fixes(analysis, document.lines, start, end)
        return [_quick_fix(each, told, locations) for each in found if _may_edit(each.fix.edits)]

    def _all_fixes(document: Document, only: Sequence[str]) -> list[types.CodeAction]:
        """Return the action for all safe fixes, for who asks for it: no list of a place has it."""
        wanted = bool(only) and _wanted(FIX_ALL, only)
        analysis = workspace.analyses.complete(document) if wanted else None
        edits = [] if analysis is None else safe_fixes(analysis)
        if analysis is None or not edits:
            return []
        edit = Locations(client, workspace, analysis).edit(edits)
        return [types.CodeAction("Apply all safe fixes", FIX_ALL, edit=edit)]

    def _refactorings(
        document: Document, start: int, end: int, only: Sequence[str], is_asked: bool
    ) -> Iterator[types.CodeAction]:
        """Yield the refactorings of a selection, to who asks for them with reasons why not."""
        wanted = any(_wanted(each, only) for each in REFACTORINGS)
        analysis = workspace.analyses.around(document, start) if wanted else None
        if analysis is None:
            return
        shows_disabled = is_asked and client.actions.disabled
        for each in refactorings(analysis, start, end):
            if not _wanted(each.kind, only) or (each.disabled and not shows_disabled):
                continue
            action = types.CodeAction(each.title, each.kind)
            if each.disabled:
                action.disabled = types.CodeActionDisabled(_sentence(each.disabled))
            elif is_lazy:
                action.data = _data(document, start, end, each)
            else:
                edits = each.edits()
                if not edits or not _may_edit(edits):
                    continue
                action.edit = Locations(client, workspace, analysis).edit(edits)
            yield action

    def _may_edit(edits: Iterable[TextEdit]) -> bool:
        """Tell whether edits stay in open documents and in the folders of the workspace."""
        files = {each.place.file for each in edits}
        folders = [folder.rstrip("/") + "/" for folder in workspace.configuration.folders()]
        return all(
            workspace.documents.at(file) is not None or file.startswith(tuple(folders))
            for file in files
        )

    if not is_lazy:
        return

    @server.feature(types.CODE_ACTION_RESOLVE)
    def resolve(action: types.CodeAction) -> types.CodeAction:
        data: dict[str, Any] = action.data if isinstance(action.data, dict) else {}
        document = workspace.documents.get(str(data.get("uri", "")))
        if document is None:
            return action
        refuse_stale(inbox, document)
        if document.version != data.get("version"):
            code = types.LSPErrorCodes.ContentModified.value
            raise JsonRpcException("the document is another one by now", code)
        start, end = int(data.get("start", 0)), int(data.get("end", 0))
        analysis = workspace.analyses.around(document, start)
        if analysis is not None:
            edits = _chosen(analysis, start, end, action.title, str(data.get("name", "")))
            if edits and _may_edit(edits):
                action.edit = Locations(client, workspace, analysis).edit(edits)
        return action


def _chosen(analysis: Analysis, start: int, end: int, title: str, name: str) -> list[TextEdit]:
    """Return the edits of the refactoring that was chosen."""
    for each in refactorings(analysis, start, end):
        if (each.name, each.title) == (name, title) and not each.disabled:
            return each.edits()
    return []


def _data(document: Document, start: int, end: int, offer: Offer) -> dict[str, Any]:
    """Return what finds an offer again."""
    return {
        "uri": document.uri,
        "version": document.version,
        "start": start,
        "end": end,
        "name": offer.name,
    }


def _sentence(reason: str) -> str:
    return f"{reason[0].upper()}{reason[1:]}."


def _wanted(kind: str, only: Sequence[str]) -> bool:
    """Tell whether a client that wants some kinds `only`, or all, wants this one."""
    return not only or any(each == "" or f"{kind}.".startswith(f"{each}.") for each in only)


def _quick_fix(
    found: QuickFix, told: Sequence[types.Diagnostic], locations: Locations
) -> types.CodeAction:
    """Return an action; `told` are the diagnostics that the client has at the place."""
    finding, span = found.finding, locations.range(found.finding.place)
    return types.CodeAction(
        found.fix.title,
        QUICK_FIX,
        diagnostics=[each for each in told if each.code == finding.code and each.range == span],
        is_preferred=found.preferred or None,
        edit=locations.edit(found.fix.edits),
    )
