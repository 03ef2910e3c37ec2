"""The status of the server as a whole: whether it works, and whether settings changed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from opencl_ls.server.client import Client
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.scheduler import Scheduler

METHOD: Final = "opencl-ls/status"
"""`{busy, message}`, to clients with the capability `experimental.openclStatus`.

It is sent when noticeable work begins and ends, and when settings have changed: then the answer of
`opencl-ls.status` may differ.
"""


class Status:
    """Sends it to a client that shows it."""

    def __init__(self, client: Client, scheduler: Scheduler, editor: Editor) -> None:
        self._editor = editor
        self._message = ""
        self._is_shown = client.shows_status
        if self._is_shown:
            scheduler.working = self._working

    def settings_changed(self) -> None:
        """Ask the client to request the status of its documents again."""
        if self._is_shown:
            self._tell()

    def _working(self, message: str) -> None:
        self._message = message
        self._tell()

    def _tell(self) -> None:
        params = {"busy": bool(self._message), "message": self._message}
        self._editor.tell(METHOD, json.dumps(params))
