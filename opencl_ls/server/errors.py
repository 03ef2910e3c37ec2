"""The errors of requests; pygls sends each `JsonRpcException` that a handler raises."""

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
    """Raise JsonRpcException if a newer version of the document already waits."""
    if inbox.supersedes(document.uri):
        raise modified(code)


def modified(
    code: types.LSPErrorCodes = types.LSPErrorCodes.ContentModified,
) -> JsonRpcException:
    """Return the error for an answer that would be about another text."""
    again = {"retriggerRequest": False}
    data = again if code is types.LSPErrorCodes.ServerCancelled else None
    return JsonRpcException("a newer version has arrived", code.value, data)


def refusal(reason: str) -> JsonRpcException:
    """Return the error of a valid request that cannot be served, with the reason for the user."""
    return JsonRpcException(reason, types.LSPErrorCodes.RequestFailed.value)
