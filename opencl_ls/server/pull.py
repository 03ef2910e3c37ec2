"""Diagnostics for clients that ask for them."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from opencl_ls.server import push
from opencl_ls.server.errors import SERVER_CANCELLED
from opencl_ls.server.plain import document_of
from opencl_ls.server.reports import completed, diagnostics_of, waits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server


def diagnostic(server: Server, params: Any) -> str:
    """Answer with the document's report, or with "unchanged" where the client has it already.

    The answer is JSON text.
    """
    document = document_of(server, params)
    if document is None:
        return _report("full", None, "[]", {})
    server.refuse_stale(document.uri, SERVER_CANCELLED)
    kept = server.kept.of(document)
    if kept is not None and server.client.refreshes_diagnostics:
        identifier, items = server.reports.identified(document.path, kept)
        server.background.later(_afresh(server, document, identifier), push.RANK)
        server.shown()
        return _report("full", identifier, items, {})
    if server.client.refreshes_diagnostics:
        if waits(server, document):
            refresh = partial(server.reports.refresh, server)
            server.background.later(completed(server, document, refresh), push.RANK)
    else:
        # Nobody would ask again for what is not ready yet.
        server.analysed.snapshot(document)
    identifier, items = server.reports.identified(document.path, diagnostics_of(server, document))
    server.kept.keep(document)
    related = _related(server, document) if server.client.related_documents else {}
    server.shown()
    if params.get("previousResultId") == identifier:
        return _report("unchanged", identifier, None, related)
    return _report("full", identifier, items, related)


def _afresh(server: Server, document: Document, identifier: str) -> Iterator[None]:
    """Analyse a document for which a kept report was given; one that differs is to be pulled."""

    def tell() -> None:
        if not server.kept.renewed(document):
            return
        told, _ = server.reports.identified(document.path, diagnostics_of(server, document))
        if told != identifier:
            server.reports.refresh(server)

    if server.documents.at(document.path) is document and server.analysed.begin(document):
        yield from completed(server, document, tell, told_after=())
    yield


def _related(server: Server, document: Document) -> dict[str, str]:
    """Return the reports of the open files that include the document, where they have changed."""
    reports: dict[str, str] = {}
    for path in server.reports.dependents(document.path):
        dependent = server.documents.at(path)
        if dependent is None:
            continue
        known = server.reports.identifier(path)
        identifier, items = server.reports.identified(path, diagnostics_of(server, dependent))
        if identifier != known:
            reports[dependent.uri] = _report("full", identifier, items, {})
    return reports


def _report(kind: str, identifier: str | None, items: str | None, related: dict[str, str]) -> str:
    parts = [f'"kind":{json.dumps(kind)}']
    if identifier is not None:
        parts.append(f'"resultId":{json.dumps(identifier)}')
    if items is not None:
        parts.append(f'"items":{items}')
    if related:
        reports = ",".join(f"{json.dumps(uri)}:{report}" for uri, report in related.items())
        parts.append(f'"relatedDocuments":{{{reports}}}')
    return f"{{{','.join(parts)}}}"
