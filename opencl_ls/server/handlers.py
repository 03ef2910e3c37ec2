"""Which function handles which message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.server import lookups, outline, pull, settings_sync, synchronization, tokens

if TYPE_CHECKING:
    from opencl_ls.server.state import Handler, Server


def _ignore(_server: Server, _params: object) -> None:
    """Take note of nothing."""


HANDLERS: dict[str, Handler] = {
    types.INITIALIZED: settings_sync.initialized,
    types.SET_TRACE: _ignore,
    types.TEXT_DOCUMENT_DID_SAVE: _ignore,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: settings_sync.did_change_watched_files,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: settings_sync.did_change_folders,
    types.TEXT_DOCUMENT_DIAGNOSTIC: pull.diagnostic,
    types.TEXT_DOCUMENT_HOVER: lookups.hover,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: outline.document_symbol,
    types.TEXT_DOCUMENT_FOLDING_RANGE: outline.folding_range,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: tokens.full,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA: tokens.delta,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: tokens.in_range,
}

PLAIN_HANDLERS: dict[str, Handler] = {
    types.TEXT_DOCUMENT_DID_OPEN: synchronization.did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: synchronization.did_change,
    types.TEXT_DOCUMENT_DID_CLOSE: synchronization.did_close,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: settings_sync.did_change_configuration,
}
"""Notifications whose handlers take the params as JSON gave them."""
