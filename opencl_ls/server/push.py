"""Diagnostics for clients that cannot pull them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.server.reports import diagnostics_of

if TYPE_CHECKING:
    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server

logger = logging.getLogger(__name__)


def publish(server: Server, document: Document) -> None:
    """Send the diagnostics of a document's present version."""
    try:
        diagnostics = diagnostics_of(server, document)
    except Exception as error:
        # Nobody waits for an answer here; what is shown stays as it is until the next change.
        logger.exception("the diagnostics of %s failed", document.uri)
        text = f"diagnostics failed: {type(error).__name__}: {error}"
        server.window_log_message(types.LogMessageParams(types.MessageType.Error, text))
        return
    if not server.reports.is_news(document.path, document.version, diagnostics):
        return
    params = types.PublishDiagnosticsParams(document.uri, diagnostics)
    if server.client.diagnostic_versions:
        params.version = document.version
    server.text_document_publish_diagnostics(params)
