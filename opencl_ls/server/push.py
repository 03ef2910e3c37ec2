"""Diagnostics for clients that cannot pull them."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING

from opencl_ls.server.reports import completed, diagnostics_of, waits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server

logger = logging.getLogger(__name__)

RANK = -1
"""What completes diagnostics goes before other idle work."""


def publish(server: Server, document: Document) -> None:
    """Send the diagnostics of a document's present version, the provisional ones first."""
    kept = server.kept.of(document)
    if kept is not None:
        _send_news(server, document, kept)
        server.background.later(_afresh(server, document), RANK)
        return
    _publish(server, document)
    server.kept.keep(document)
    if waits(server, document):
        task = completed(server, document, lambda: _publish(server, document))
        server.background.later(task, RANK)


def _publish(server: Server, document: Document) -> None:
    try:
        diagnostics = diagnostics_of(server, document)
    except Exception as error:
        # Nobody waits for an answer here; what is shown stays as it is until the next change.
        logger.exception("the diagnostics of %s failed", document.uri)
        server.log(f"diagnostics failed: {type(error).__name__}: {error}")
        return
    _send_news(server, document, diagnostics)


def _afresh(server: Server, document: Document) -> Iterator[None]:
    """Analyse a document for which kept diagnostics have been sent, which stay until then."""

    def tell() -> None:
        if server.kept.renewed(document):
            server.background.due(document.path)

    if server.documents.at(document.path) is document and server.analysed.begin(document):
        yield from completed(server, document, tell, told_after=())
    yield


def _send_news(server: Server, document: Document, diagnostics: str) -> None:
    if server.reports.is_news(document.path, document.version, diagnostics):
        send(server, document.uri, document.version, diagnostics)
    server.shown()


def send(server: Server, uri: str, version: int | None, diagnostics: str) -> None:
    """Let the client show diagnostics, given as JSON text."""
    numbered = f'"version":{json.dumps(version)},' if server.client.diagnostic_versions else ""
    server.outbox.notify_text(
        "textDocument/publishDiagnostics",
        f'{{"uri":{json.dumps(uri)},{numbered}"diagnostics":{diagnostics}}}',
    )
