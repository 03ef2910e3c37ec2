"""Code actions: the quick fixes of the findings at a place, and all safe fixes of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.features.quick_fixes import quick_fixes, safe_fixes
from opencl_ls.server.client import FIX_ALL, QUICK_FIX
from opencl_ls.server.convert import to_bounds
from opencl_ls.server.errors import refuse_stale
from opencl_ls.server.locations import Locations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pygls.lsp.server import LanguageServer

    from opencl_ls.features.quick_fixes import QuickFix
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
        if document is None or not client.actions.literals:
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
        locations = Locations(client, workspace, analysis)
        found = quick_fixes(analysis, document.lines, start, end)
        return [_quick_fix(each, told, locations) for each in found]

    def _all_fixes(document: Document, only: Sequence[str]) -> list[types.CodeAction]:
        """Return the action for all safe fixes, for who asks for it: no list of a place has it."""
        wanted = bool(only) and _wanted(FIX_ALL, only)
        analysis = workspace.analyses.complete(document) if wanted else None
        edits = [] if analysis is None else safe_fixes(analysis)
        if analysis is None or not edits:
            return []
        edit = Locations(client, workspace, analysis).edit(edits)
        return [types.CodeAction("Apply all safe fixes", FIX_ALL, edit=edit)]


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
