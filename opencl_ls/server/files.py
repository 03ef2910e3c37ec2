"""Files that change on the disk: configuration files, and includes of open documents.

A client that watches files reports changes.  Otherwise the server polls: when a document is opened
or saved, after an edit, and from time to time while no message comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types

from opencl_ls.server.settings_files import SettingsFiles
from opencl_ls.server.settings_problems import is_settings_file
from opencl_ls.server.uris import path_of
from opencl_ls.settings.files import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.server.client import Client
    from opencl_ls.server.diagnostics import Diagnostics
    from opencl_ls.server.documents import Document
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.scheduler import Scheduler
    from opencl_ls.server.status import Status
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.server.workspace_diagnostics import WorkspaceDiagnostics

WATCHED: Final = (
    *(f"**/{name}" for name in NAMES),
    "**/*.{cl,ocl,clh,clcpp,h,hpp,inc}",
)

_INTERVAL: Final = 1.0
"""The interval of polling, in seconds, while no document is opened or saved."""


class Files:
    """Follows the files that the open documents depend on."""

    def __init__(
        self,
        client: Client,
        workspace: Workspace,
        diagnostics: Diagnostics,
        reports: WorkspaceDiagnostics,
        scheduler: Scheduler,
        editor: Editor,
        status: Status,
    ) -> None:
        self._status = status
        self._settings_files = SettingsFiles(client, workspace, editor)
        self._workspace = workspace
        self._diagnostics = diagnostics
        self._reports = reports
        self._scheduler = scheduler
        self._editor = editor
        self._looks = not client.watches_files
        self._will_look = False
        self._last_look = scheduler.clock()
        if self._looks:
            scheduler.every(_INTERVAL, self.look)

    def look(self, *, opening: bool = False) -> None:
        """Process changes on the disk, unless the client reports them.

        It does nothing while no document is open, until one is `opening`.
        """
        if not self._looks or not (opening or self._workspace.documents):
            return
        self._last_look = self._scheduler.clock()
        if self._workspace.analyses.changed_on_disk():
            self._diagnostics.renew_all()
            self._reports.changed()
        if self._workspace.configuration.outdated():
            self._workspace.configuration.forget()
            self.reconfigure()

    def look_soon(self) -> None:
        """Poll in the next idle time, after a key is answered."""
        is_time = self._scheduler.clock() - self._last_look >= _INTERVAL
        if self._looks and is_time and not self._will_look:
            self._will_look = True
            self._scheduler.later(self._looking())

    def _looking(self) -> Iterator[None]:
        self._will_look = False
        self.look()
        yield

    def changed(self, events: Iterable[types.FileEvent]) -> None:
        """Process the files that a client reports."""
        self._reports.changed()
        changes = [(path_of(event.uri), event.type) for event in events]
        headers = [
            (path, kind)
            for path, kind in changes
            # The text of an open document takes precedence over its file, unless the file appears
            # or vanishes.
            if not is_settings_file(path)
            and (kind != types.FileChangeType.Changed or not self._workspace.documents.at(path))
        ]
        if headers:
            self._workspace.analyses.changed_on_disk()
            for path, _ in headers:
                self._diagnostics.file_changed(path)
            if any(kind != types.FileChangeType.Changed for _, kind in headers):
                # A new file can be what an `#include` somewhere was missing.
                self._diagnostics.renew_all()
        if any(is_settings_file(path) for path, _ in changes):
            self._workspace.configuration.forget()
            self.reconfigure()

    def opened(self, document: Document) -> None:
        """Note that a document is open now."""
        self._settings_files.opened(document)

    def closed(self, document: Document) -> None:
        """Note that a document was closed, so that its file counts again."""
        if is_settings_file(document.path):
            self._settings_files.closed(document.path)

    def reconfigure(self) -> None:
        """Analyse the affected documents under the present settings."""
        concerned = self._workspace.reconfigure()
        # Problems of a configuration file depend on the client's settings as well.
        own = [each for each in self._workspace.documents if is_settings_file(each.path)]
        if concerned or own:
            self._diagnostics.renew([*concerned, *own])
        self._settings_files.renew()
        self._reports.changed()
        self._status.settings_changed()
        if concerned:
            self._editor.refresh_tokens()
            self._editor.refresh_hints()
