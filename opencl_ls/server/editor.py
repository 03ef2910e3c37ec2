"""Notifications and requests from the server to the client, through pygls."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from opencl_ls.server.protocol import Prepared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import Future

    from pygls.lsp.server import LanguageServer

    from opencl_ls.server.client import Client

logger = logging.getLogger(__name__)


class Editor:
    """The client; requests that it does not support are not sent."""

    def __init__(self, server: LanguageServer, client: Client) -> None:
        self._server = server
        self._client = client
        self._refreshing = False
        self._refresh_again = False

    def publish(self, uri: str, version: int | None, diagnostics: str) -> None:
        """Publish diagnostics, given as the JSON text of a list."""
        numbered = f'"version":{json.dumps(version)},' if self._client.diagnostic_versions else ""
        params = f'{{"uri":{json.dumps(uri)},{numbered}"diagnostics":{diagnostics}}}'
        self._server.protocol.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, Prepared(params))

    def tell(self, method: str, params: str) -> None:
        """Send a notification that LSP does not have, with its params as JSON text."""
        self._server.protocol.notify(method, Prepared(params))

    def refresh_diagnostics(self) -> None:
        """Ask a client that pulls to pull again; not again before it has answered."""
        if not self._client.pulls_diagnostics or not self._client.refreshes_diagnostics:
            return
        # It may have pulled before its answer, and before this change.
        self._refresh_again = self._refreshing
        if not self._refreshing:
            self._refreshing = True
            self._ask(types.WORKSPACE_DIAGNOSTIC_REFRESH, None, self._refreshed)

    def _refreshed(self, _: Any) -> None:
        self._refreshing = False
        if self._refresh_again:
            self.refresh_diagnostics()

    def refresh_tokens(self) -> None:
        """Ask the client to request semantic tokens again."""
        if self._client.refreshes_tokens:
            self._ask(types.WORKSPACE_SEMANTIC_TOKENS_REFRESH, None)

    def refresh_hints(self) -> None:
        """Ask the client to request inlay hints and code lenses again."""
        if self._client.refreshes_hints:
            self._ask(types.WORKSPACE_INLAY_HINT_REFRESH, None)
        if self._client.refreshes_lenses:
            self._ask(types.WORKSPACE_CODE_LENS_REFRESH, None)

    def register(self, registrations: Iterable[types.Registration]) -> None:
        """Ask the client to send more notifications."""
        params = types.RegistrationParams(list(registrations))
        if params.registrations:
            self._ask(types.CLIENT_REGISTER_CAPABILITY, params)

    def configuration(
        self, items: list[types.ConfigurationItem], then: Callable[[list[Any]], None]
    ) -> None:
        """Ask the client for sections of its settings; `then` gets one value for each, or None."""

        def answered(result: Any) -> None:
            values = list(result) if isinstance(result, list | tuple) else []
            then([*values, *[None] * (len(items) - len(values))])

        self._ask(types.WORKSPACE_CONFIGURATION, types.ConfigurationParams(items), answered)

    def progress(self, token: int | str, value: Prepared) -> None:
        """Send a part of the result of a request."""
        text = f'{{"token":{json.dumps(token)},"value":{value.text}}}'
        self._server.protocol.notify(types.PROGRESS, Prepared(text))

    def warn(self, text: str) -> None:
        """Show a warning to the user."""
        shown = types.ShowMessageParams(types.MessageType.Warning, text)
        self._server.window_show_message(shown)

    def inform(self, text: str) -> None:
        """Show a fact to the user."""
        self._server.window_show_message(types.ShowMessageParams(types.MessageType.Info, text))

    def question(self, text: str, answers: Iterable[str], then: Callable[[str], None]) -> None:
        """Ask the user; `then` gets the chosen answer, "" for none."""
        actions = [types.MessageActionItem(each) for each in answers]
        params = types.ShowMessageRequestParams(types.MessageType.Info, text, actions)

        def answered(result: Any) -> None:
            then(str(getattr(result, "title", "")))

        self._ask(types.WINDOW_SHOW_MESSAGE_REQUEST, params, answered)

    def apply(self, label: str, edit: types.WorkspaceEdit) -> None:
        """Ask the client to make an edit."""
        self._ask(types.WORKSPACE_APPLY_EDIT, types.ApplyWorkspaceEditParams(edit, label))

    def log(self, text: str) -> None:
        """Write a warning to standard error and to the client's log."""
        logger.warning("%s", text)
        self._server.window_log_message(types.LogMessageParams(types.MessageType.Warning, text))

    def log_error(self, text: str) -> None:
        """Write an error to the client's log; the caller has logged its traceback."""
        self._server.window_log_message(types.LogMessageParams(types.MessageType.Error, text))

    def _ask(self, method: str, params: Any, then: Callable[[Any], None] | None = None) -> None:
        """Send a request; `then` gets the result, or None if the client refused."""

        def answered(future: Future[Any]) -> None:
            if then is not None and not future.cancelled():
                then(None if future.exception() is not None else future.result())

        self._server.protocol.send_request(method, params).add_done_callback(answered)
