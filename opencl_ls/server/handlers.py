"""Which function handles which message.

What an editor sends by itself when it opens a file is handled from plain JSON, by functions that
import neither pygls nor lsprotocol, since that takes a quarter of a second; what the user asks for
goes to the library, in the protocol's types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.server import actions, outline, pull, settings_sync, synchronization, tokens

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
    "textDocument/codeAction": actions.code_action,
    "textDocument/diagnostic": pull.diagnostic,
    "textDocument/documentSymbol": outline.document_symbol,
    "textDocument/foldingRange": outline.folding_range,
    "textDocument/semanticTokens/full": tokens.full,
    "textDocument/semanticTokens/full/delta": tokens.delta,
    "textDocument/semanticTokens/range": tokens.in_range,
    "workspace/didChangeConfiguration": settings_sync.did_change_configuration,
    "workspace/didChangeWatchedFiles": settings_sync.did_change_watched_files,
    "workspace/didChangeWorkspaceFolders": settings_sync.did_change_folders,
}
"""Handlers that take the params as JSON gave them; those of requests return JSON text."""

PLAIN_REQUESTS = frozenset(
    {
        "textDocument/codeAction",
        "textDocument/diagnostic",
        "textDocument/documentSymbol",
        "textDocument/foldingRange",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/full/delta",
        "textDocument/semanticTokens/range",
    }
)
"""Those of them that the protocol has an answer to."""

LIBRARY_METHODS = frozenset({"textDocument/hover", "workspace/symbol"})
"""The requests that `library` handles."""
