"""The errors of JSON-RPC and LSP that requests end in."""

from __future__ import annotations

from typing import Any, Final

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
NOT_INITIALIZED: Final = -32002
CANCELLED: Final = -32800
CONTENT_MODIFIED: Final = -32801
SERVER_CANCELLED: Final = -32802
INTERNAL_ERROR: Final = -32603

ERROR: Final = 1
"""The gravity of a message to the user or the log, LSP's `MessageType`."""
WARNING: Final = 2


class RequestError(Exception):
    """A request cannot be answered: `code` is one of the above, `data` goes with it."""

    def __init__(self, code: int, reason: str, data: Any = None) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.data = data
