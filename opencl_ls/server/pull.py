"""Diagnostics for clients that ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.server.errors import SERVER_CANCELLED
from opencl_ls.server.reports import diagnostics_of

if TYPE_CHECKING:
    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server

_Related = dict[str, types.FullDocumentDiagnosticReport | types.UnchangedDocumentDiagnosticReport]


def diagnostic(
    server: Server, params: types.DocumentDiagnosticParams
) -> types.DocumentDiagnosticReport:
    """Answer with the document's report, or with "unchanged" where the client has it already."""
    document = server.document(params.text_document)
    if document is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    server.refuse_stale(document.uri, SERVER_CANCELLED)
    identifier, items = server.reports.identified(document.path, diagnostics_of(server, document))
    related = _related(server, document) if server.client.related_documents else None
    if params.previous_result_id == identifier:
        return types.RelatedUnchangedDocumentDiagnosticReport(
            result_id=identifier, related_documents=related
        )
    return types.RelatedFullDocumentDiagnosticReport(
        items=items, result_id=identifier, related_documents=related
    )


def _related(server: Server, document: Document) -> _Related | None:
    """Return the reports of the open files that include the document, where they have changed."""
    reports: _Related = {}
    for path in server.reports.dependents(document.path):
        dependent = server.documents.at(path)
        if dependent is None:
            continue
        known = server.reports.identifier(path)
        identifier, items = server.reports.identified(path, diagnostics_of(server, dependent))
        if identifier != known:
            reports[dependent.uri] = types.FullDocumentDiagnosticReport(
                items=items, result_id=identifier
            )
    return reports or None
