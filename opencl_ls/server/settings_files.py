"""The configuration files that are not open: what is wrong with them is pushed to the client.

One that is open has diagnostics as every other document, pulled or pushed, for the text that the
client has; the settings themselves are those of the file as it was saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.server.rendering import joined
from opencl_ls.server.settings_problems import entries
from opencl_ls.server.uris import uri_of
from opencl_ls.settings.disk import DiskReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.settings.model import Problem


class SettingsFiles:
    """Follows which configuration files were read, and shows what is wrong with each."""

    def __init__(self, client: Client, workspace: Workspace, editor: Editor) -> None:
        self._client = client
        self._workspace = workspace
        self._editor = editor
        # The JSON text of what was pushed, by path; none is there where nothing was wrong.
        self._pushed: dict[str, str] = {}
        workspace.configuration.found = self._found

    def opened(self, document: Document) -> None:
        """Leave a file to its document's own diagnostics."""
        if self._pushed.pop(document.path, None) is not None and self._client.pulls_diagnostics:
            self._editor.publish(uri_of(document.path), None, "[]")

    def closed(self, path: str) -> None:
        """Show a file again as it is on the disk."""
        if path in self._workspace.configuration.files():
            self._look(path)

    def renew(self) -> None:
        """Look again at the files that nothing was read from since, and that were shown."""
        read = self._workspace.configuration.files()
        for path in tuple(self._pushed):
            if path not in read:
                self._look(path)

    def _look(self, path: str) -> None:
        text = DiskReader().read(path)
        configuration = self._workspace.configuration
        problems = [] if text is None else configuration.problems_in(path, text)
        self._found(path, text or "", problems)

    def _found(self, path: str, text: str, problems: Sequence[Problem]) -> None:
        if self._workspace.documents.at(path) is not None:
            return
        shown = entries(problems, text, self._client.encoding)
        pushed = joined(self._client, path, shown)
        if pushed == self._pushed.get(path, "[]"):
            return
        self._editor.publish(uri_of(path), None, pushed)
        self._pushed[path] = pushed
        if pushed == "[]":
            del self._pushed[path]
