"""Settings and files: requested from the client, sent by it, or changed on the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from opencl_ls.server.configuration import LEGACY_SECTION, SECTION
from opencl_ls.server.files import WATCHED
from opencl_ls.server.uris import path_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygls.lsp.server import LanguageServer

    from opencl_ls.server.client import Client
    from opencl_ls.server.diagnostics import Diagnostics
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.files import Files
    from opencl_ls.server.scheduler import Scheduler
    from opencl_ls.server.second_opinions import SecondOpinions
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.server.workspace_files import WorkspaceFiles


def register(
    server: LanguageServer,
    client: Client,
    workspace: Workspace,
    diagnostics: Diagnostics,
    files: Files,
    workspace_files: WorkspaceFiles,
    scheduler: Scheduler,
    editor: Editor,
    offer_formatting: Callable[[], None],
    opinions: SecondOpinions,
) -> None:
    """Register the handlers of settings, watched files and folders.

    Whether formatting can be offered depends on the settings, so it is offered after them.
    """
    configuration = workspace.configuration

    @server.feature(types.INITIALIZED)
    def initialized(_: types.InitializedParams) -> None:
        editor.register(_registrations(client))
        if client.configuration:
            scheduler.await_settings()
            ask()
        else:
            offer_formatting()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def did_change_configuration(params: types.DidChangeConfigurationParams) -> None:
        if client.configuration:
            ask()
            return
        settings = params.settings if isinstance(params.settings, dict) else {}
        if configuration.tell("", settings.get(SECTION, settings), settings.get("OpenCL")):
            offer_formatting()
            _reconfigured(files, diagnostics, opinions)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_watched_files(params: types.DidChangeWatchedFilesParams) -> None:
        workspace_files.changed([path_of(event.uri) for event in params.changes])
        files.changed(params.changes)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def did_change_folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        added = [folder.uri for folder in params.event.added]
        removed = [folder.uri for folder in params.event.removed]
        configuration.change_folders(added, removed)
        workspace_files.change_folders(map(path_of, added))
        # Which includes may be followed depends on the folders.
        workspace.analyses.changed_on_disk()
        if client.configuration:
            ask()
        files.reconfigure()
        diagnostics.renew_all()

    def ask() -> None:
        """Ask for the settings of each folder, and of the workspace."""
        scopes = configuration.scopes()
        items = [
            types.ConfigurationItem(scope_uri=uri, section=section)
            for _, uri in scopes
            for section in (SECTION, LEGACY_SECTION)
        ]

        def answered(values: list[Any]) -> None:
            changed = [
                configuration.tell(folder, *values[2 * number : 2 * number + 2])
                for number, (folder, _) in enumerate(scopes)
            ]
            scheduler.settings_arrived()
            offer_formatting()
            if any(changed):
                _reconfigured(files, diagnostics, opinions)

        editor.configuration(items, answered)


def _reconfigured(files: Files, diagnostics: Diagnostics, opinions: SecondOpinions) -> None:
    """Take changed settings of the client into account."""
    files.reconfigure()
    diagnostics.reconfigured()
    opinions.reconfigured()


def _registrations(client: Client) -> list[types.Registration]:
    """Return the registrations that this client needs."""
    items = []
    if client.registers_watchers:
        watchers = [types.FileSystemWatcher(glob) for glob in WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        items.append(types.Registration("watched-files", method, options))
    if client.registers_configuration:
        sections = types.DidChangeConfigurationRegistrationOptions([SECTION, LEGACY_SECTION])
        method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
        items.append(types.Registration("configuration", method, sections))
    return items
