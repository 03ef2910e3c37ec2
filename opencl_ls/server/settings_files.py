"""The configuration files that are not open: their problems are pushed to the client.

An open one has diagnostics like every other document, for the client's text; the settings
themselves are those of the saved file.
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
    """Keeps track of the configuration files that were read, and shows the problems of each."""

    def __init__(self, client: Client, workspace: Workspace, editor: Editor) -> None:
        self._client = client
        self._workspace = workspace
        self._editor = editor
        # The JSON text of what was pushed, by path; files without problems have none.
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
        """Check again the files with shown problems that were not read since."""
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
