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
        raise modified(code)


def modified(
    code: types.LSPErrorCodes = types.LSPErrorCodes.ContentModified,
) -> JsonRpcException:
    """Return the error that says that the answer would be about another text."""
    again = {"retriggerRequest": False}
    data = again if code is types.LSPErrorCodes.ServerCancelled else None
    return JsonRpcException("a newer version has arrived", code.value, data)


def refusal(reason: str) -> JsonRpcException:
    """Return the error of a request that is sound but cannot be met, with the reason for people."""
    return JsonRpcException(reason, types.LSPErrorCodes.RequestFailed.value)
