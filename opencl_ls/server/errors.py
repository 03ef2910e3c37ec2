"""The errors that requests end in; pygls sends whatever `JsonRpcException` a handler raises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from opencl_ls.server.documents import Document
    from opencl_ls.server.transport import Inbox


def refuse_stale(
    inbox: Inbox,
    document: Document,
    code: types.LSPErrorCodes = types.LSPErrorCodes.ContentModified,
) -> None:
    """Raise JsonRpcException when a newer version of the document is waiting already."""
    if inbox.supersedes(document.uri):
        again = {"retriggerRequest": False}
        data = again if code is types.LSPErrorCodes.ServerCancelled else None
        raise JsonRpcException("a newer version has arrived", code.value, data)
