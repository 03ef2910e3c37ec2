"""Opening, changing, saving and closing documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer

    from opencl_ls.server.build_options import BuildOptions
    from opencl_ls.server.diagnostics import Diagnostics
    from opencl_ls.server.documents import Document
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.files import Files
    from opencl_ls.server.second_opinions import SecondOpinions
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.server.workspace_diagnostics import WorkspaceDiagnostics
    from opencl_ls.server.workspace_files import WorkspaceFiles


def register(
    server: LanguageServer,
    workspace: Workspace,
    diagnostics: Diagnostics,
    reports: WorkspaceDiagnostics,
    files: Files,
    workspace_files: WorkspaceFiles,
    editor: Editor,
    opinions: SecondOpinions,
    options: BuildOptions,
) -> None:
    """Register the handlers of opening, changing, saving and closing a document."""
    documents = workspace.documents
    _register_changes(server, workspace, diagnostics, reports, files, editor, opinions)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        _replace(item.uri)
        files.look(opening=True)
        document = workspace.open(item.uri, item.version, item.text, item.language_id)
        files.opened(document)
        diagnostics.opened(document)
        opinions.opened()
        options.opened(document)
        reports.changed()
        if workspace.analyses.looked_for(document):
            diagnostics.renew_all()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        document = _open(workspace, editor, uri)
        if document is None:
            return
        shown_under = document.uri
        if not documents.is_left(document, uri):
            workspace.close(document)
            diagnostics.closed(document)
            opinions.closed(document)
            files.closed(document)
            reports.changed()
            # Clients without watchers do not report saved files.
            workspace_files.changed([document.path])
        elif shown_under == uri:
            diagnostics.hide(uri)
            diagnostics.shown_again(document)

    def _replace(uri: str) -> None:
        before = documents.get(uri)
        if before is not None:
            editor.log(f"{uri} was opened twice")
            if before.uri != uri:
                # One file has one document: it is shown under the newest of its names.
                diagnostics.hide(before.uri)


def _register_changes(
    server: LanguageServer,
    workspace: Workspace,
    diagnostics: Diagnostics,
    reports: WorkspaceDiagnostics,
    files: Files,
    editor: Editor,
    opinions: SecondOpinions,
) -> None:
    """Register the handlers of changes to open documents, and of their being saved."""

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        document = _open(workspace, editor, params.text_document.uri)
        if document is not None:
            version = params.text_document.version
            workspace.change(document, version, params.content_changes)
            diagnostics.changed(document)
            opinions.changed(document)
            files.look_soon()

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        files.look()
        reports.changed()
        document = workspace.documents.get(params.text_document.uri)
        if document is not None:
            diagnostics.saved(document)
            opinions.saved(document)


def _open(workspace: Workspace, editor: Editor, uri: str) -> Document | None:
    document = workspace.documents.get(uri)
    if document is None:
        editor.log(f"{uri} is not open")
    return document
