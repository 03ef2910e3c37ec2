"""Diagnostics for clients that ask for them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from opencl_ls.server import push
from opencl_ls.server.errors import CANCELLED, SERVER_CANCELLED, RequestError
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
    told = _told(server, document)
    dependents = _dependents(server, document) if server.client.related_documents else []
    if server.inbox.cancelled:
        # What is told of the dependents would be told to nobody, and not again.
        raise RequestError(CANCELLED, "cancelled")
    identifier, items = server.reports.identified(document.path, told)
    server.kept.keep(document)
    related = _related(server, dependents)
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


def _told(server: Server, document: Document) -> str:
    """Return what is to be said of a document, and see to it that the client gets all of it.

    What is provisional is completed later, where the client can be asked to pull again.
    """
    if not server.client.refreshes_diagnostics:
        # Nobody would ask again for what is not ready yet.
        server.analysed.analysis(document)
    elif waits(server, document):

        def tell() -> None:
            # An edit of a header may have come between, and several may wait for one document.
            known = server.reports.identifier(document.path)
            told, _ = server.reports.identified(document.path, diagnostics_of(server, document))
            if told != known:
                server.reports.refresh(server)

        server.background.later(completed(server, document, tell), push.RANK)
    return diagnostics_of(server, document)


def _dependents(server: Server, document: Document) -> list[tuple[Document, str]]:
    """Return the open documents that include another one, and what is to be said of them."""
    dependents = map(server.documents.at, server.reports.dependents(document.path))
    return [(each, _told(server, each)) for each in dependents if each is not None]


def _related(server: Server, dependents: list[tuple[Document, str]]) -> dict[str, str]:
    """Return the reports of those documents of which the client does not know them."""
    reports: dict[str, str] = {}
    for dependent, told in dependents:
        known = server.reports.identifier(dependent.path)
        identifier, items = server.reports.identified(dependent.path, told)
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
