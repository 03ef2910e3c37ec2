"""Which function handles which message.

What a session needs to show its first diagnostics is handled from plain JSON, by functions that
import neither pygls nor lsprotocol; requests that are made of the protocol's types go to the
library, which is imported for the first of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.server import pull, settings_sync, synchronization

if TYPE_CHECKING:
    from opencl_ls.server.state import PlainHandler, Server


def _ignore(_server: Server, _params: object) -> None:
    """Take note of nothing."""


PLAIN_HANDLERS: dict[str, PlainHandler] = {
    "initialized": settings_sync.initialized,
    "$/setTrace": _ignore,
    "textDocument/didOpen": synchronization.did_open,
    "textDocument/didChange": synchronization.did_change,
    "textDocument/didClose": synchronization.did_close,
    "textDocument/didSave": synchronization.did_save,
    "textDocument/diagnostic": pull.diagnostic,
    "workspace/didChangeConfiguration": settings_sync.did_change_configuration,
    "workspace/didChangeWatchedFiles": settings_sync.did_change_watched_files,
    "workspace/didChangeWorkspaceFolders": settings_sync.did_change_folders,
}
"""Handlers that take the params as JSON gave them; those of requests return JSON text."""

PLAIN_REQUESTS = frozenset({"textDocument/diagnostic"})
"""Those of them that the protocol has an answer to."""

LIBRARY_METHODS = frozenset(
    {
        "textDocument/documentSymbol",
        "textDocument/foldingRange",
        "textDocument/hover",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/full/delta",
        "textDocument/semanticTokens/range",
        "workspace/symbol",
    }
)
"""The requests that `library` handles."""
