"""Settings as they travel: asked from the client, told by it, or changed on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opencl_ls.server.configuration import LEGACY_SECTION, SECTION
from opencl_ls.server.uris import path_of

if TYPE_CHECKING:
    from opencl_ls.server.state import Server

CONFIGURATION_FILES = (
    "opencl-ls.toml",
    "pyproject.toml",
    "compile_flags.txt",
    "compile_commands.json",
)
_WATCHED = (*(f"**/{name}" for name in CONFIGURATION_FILES), "**/*.{cl,ocl,clh,clcpp,h,hpp,inc}")

_CHANGED = 2
"""LSP's `FileChangeType.Changed`."""


def initialized(server: Server, _params: object) -> None:
    """Ask for what the answer to `initialize` could not hold."""
    registrations: list[dict[str, Any]] = []
    if server.client.registers_watchers:
        registrations.append(
            {
                "id": "watched-files",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": {"watchers": [{"globPattern": glob} for glob in _WATCHED]},
            }
        )
    if server.client.registers_configuration:
        registrations.append(
            {
                "id": "configuration",
                "method": "workspace/didChangeConfiguration",
                "registerOptions": {"section": [SECTION, LEGACY_SECTION]},
            }
        )
    if registrations:
        server.ask("client/registerCapability", {"registrations": registrations})
    if server.client.configuration:
        server.background.await_settings()
        _pull(server)


def did_change_configuration(server: Server, params: Any) -> None:
    """Take settings that the client pushes, or ask for them where it can be asked."""
    if server.client.configuration:
        _pull(server)
        return
    settings = params.get("settings") if isinstance(params, dict) else None
    if not isinstance(settings, dict):
        settings = {}
    ours = settings.get(SECTION, settings)
    if server.configuration.tell("", ours, settings.get("OpenCL")):
        _reconfigure(server)


def did_change_watched_files(server: Server, params: Any) -> None:
    """Follow configuration files and headers that change on disk."""
    changes = [(path_of(each["uri"]), each.get("type")) for each in _named(params, "changes")]
    paths = [path for path, _ in changes]
    server.workspace_files.changed(paths)
    server.kept.doubt()
    headers = [
        path
        for path, kind in changes
        # What an open document says counts before its file, unless that comes or goes.
        if not path.endswith(CONFIGURATION_FILES)
        and (kind != _CHANGED or server.documents.at(path) is None)
    ]
    if headers:
        server.analysed.changed_on_disk()
        for path in headers:
            server.reports.touched(server, path)
        if any(kind != _CHANGED for _, kind in changes):
            # A new file can be what an `#include` somewhere was missing.
            server.reports.renew(server)
    if any(path.endswith(CONFIGURATION_FILES) for path in paths):
        server.configuration.forget()
        _reconfigure(server)


def look_again(server: Server) -> None:
    """Follow what changed on disk where the client watches no files, at a moment between keys."""
    if server.client.registers_watchers:
        return
    if server.analysed.changed_on_disk():
        server.kept.doubt()
        server.reports.renew(server)
    if server.configuration.outdated():
        server.configuration.forget()
        _reconfigure(server)


def did_change_folders(server: Server, params: Any) -> None:
    """Follow the folders of the workspace, each of which may have settings of its own."""
    event = params.get("event") if isinstance(params, dict) else None
    added = [folder["uri"] for folder in _named(event, "added")]
    removed = [folder["uri"] for folder in _named(event, "removed")]
    server.configuration.change_folders(added, removed)
    server.workspace_files.change_folders([path_of(uri) for uri in added])
    # Which includes may be followed depends on the folders.
    server.analysed.changed_on_disk()
    if server.client.configuration:
        _pull(server)
    _reconfigure(server)


def _named(params: object, name: str) -> list[dict[str, Any]]:
    """Return the entries of a list in the params that have a URI."""
    listed = params.get(name) if isinstance(params, dict) else None
    entries = listed if isinstance(listed, list) else []
    return [each for each in entries if isinstance(each, dict) and isinstance(each.get("uri"), str)]


def _pull(server: Server) -> None:
    scopes = server.configuration.scopes()
    items = [
        {"section": section} if uri is None else {"section": section, "scopeUri": uri}
        for _, uri in scopes
        for section in (SECTION, LEGACY_SECTION)
    ]

    def told(result: Any) -> None:
        values = result if isinstance(result, list) else []
        values += [None] * (len(items) - len(values))
        news = False
        for index, (folder, _) in enumerate(scopes):
            section, legacy = values[2 * index : 2 * index + 2]
            news |= server.configuration.tell(folder, section, legacy)
        server.background.waited_enough()
        if news:
            _reconfigure(server)

    server.ask("workspace/configuration", {"items": items}, told)


def _reconfigure(server: Server) -> None:
    server.kept.doubt()
    for document in server.documents:
        settings = server.configuration.settings_of(server, document)
        server.analysed.configure(document, settings)
    server.reports.renew(server)
    if server.client.refreshes_tokens:
        server.ask("workspace/semanticTokens/refresh", None)
