"""Code actions: quick fixes at a place, all safe fixes of a document, and refactorings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from opencl_ls.server.actions import ActionRequest, Actions
from opencl_ls.server.client import FIX_ALL, QUICK_FIX, REFACTORINGS
from opencl_ls.server.convert import to_bounds
from opencl_ls.server.errors import refuse_stale

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer

    from opencl_ls.server.client import Client
    from opencl_ls.server.transport import Inbox
    from opencl_ls.server.workspace import Workspace


def register(server: LanguageServer, client: Client, workspace: Workspace, inbox: Inbox) -> None:
    """Register the handlers of code actions."""
    actions = Actions(client, workspace)
    kinds = [QUICK_FIX, *REFACTORINGS, FIX_ALL]
    options = types.CodeActionOptions(kinds, resolve_provider=actions.is_lazy)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        document = workspace.documents.get(params.text_document.uri)
        if document is None or not client.actions.literals:
            return None
        refuse_stale(inbox, document)
        start, end = to_bounds(document.lines, params.range, client.encoding)
        context = params.context
        is_invoked = context.trigger_kind is not types.CodeActionTriggerKind.Automatic
        request = ActionRequest(start, end, context.diagnostics, context.only or (), is_invoked)
        return [
            *actions.fixes(document, request),
            *actions.configuration(document, request),
            *actions.host_options(document, request),
            *actions.refactorings(document, request),
            *actions.all_fixes(document, request),
        ]

    if not actions.is_lazy:
        return

    @server.feature(types.CODE_ACTION_RESOLVE)
    def resolve(action: types.CodeAction) -> types.CodeAction:
        found = actions.offered_by(action)
        if found is None:
            return action
        document, start, end, version = found
        refuse_stale(inbox, document)
        if document.version != version:
            code = types.LSPErrorCodes.ContentModified.value
            raise JsonRpcException("the document is another one by now", code)
        return actions.resolved(document, action, start, end)
