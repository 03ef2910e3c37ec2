"""Pulled diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.server.diagnostics import NOTHING
from opencl_ls.server.errors import refuse_stale
from opencl_ls.server.protocol import Prepared

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pygls.lsp.server import LanguageServer

    from opencl_ls.server.client import Client
    from opencl_ls.server.diagnostics import Diagnostics
    from opencl_ls.server.documents import Documents
    from opencl_ls.server.files import Files
    from opencl_ls.server.transport import Inbox
    from opencl_ls.server.workspace_diagnostics import WorkspaceDiagnostics


def register(
    server: LanguageServer,
    client: Client,
    documents: Documents,
    diagnostics: Diagnostics,
    files: Files,
    workspace_diagnostics: WorkspaceDiagnostics,
    inbox: Inbox,
) -> None:
    """Register the handlers of pulled diagnostics.

    They are not announced to clients that cannot pull: with both, editors show everything twice.
    """
    if not client.pulls_diagnostics:
        return
    options = types.DiagnosticOptions(
        identifier="opencl-ls", inter_file_dependencies=True, workspace_diagnostics=False
    )

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)
    def diagnostic(params: types.DocumentDiagnosticParams) -> Prepared:
        document = documents.get(params.text_document.uri)
        if document is None or not diagnostics.has(document):
            return Prepared(NOTHING)
        refuse_stale(inbox, document, types.LSPErrorCodes.ServerCancelled)
        # Some clients pull when a file comes into view.
        files.look_soon()
        return Prepared(diagnostics.pull(document, params.previous_result_id))

    if not client.workspace_diagnostics:
        return

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    def workspace_diagnostic(params: types.WorkspaceDiagnosticParams) -> Future[Prepared]:
        previous = {each.uri: each.value for each in params.previous_result_ids}
        return workspace_diagnostics.report(previous, params.partial_result_token)
