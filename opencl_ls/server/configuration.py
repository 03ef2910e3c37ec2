"""The settings of each document: what the client says, over what a configuration file says."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from opencl_ls.server.uris import is_file, path_of
from opencl_ls.settings.client import formatter_path, from_client
from opencl_ls.settings.disk import DiskReader
from opencl_ls.settings.files import OWN_FILE, Loaded, load
from opencl_ls.settings.model import DEFAULT, Problem, Settings, combine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lsprotocol import types

    from opencl_ls.server.documents import Document

SECTION = "opencl"
LEGACY_SECTION = "OpenCL.server"

_MOST_SHOWN = 20
"""An editor lets its user click each message away."""


class Configuration:
    """What the client has told, by folder, and what follows for each document.

    `warn` shows a problem to the user; each is shown once.
    """

    def __init__(self, warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._initial: object = None
        self._folders: dict[str, str] = {}
        self._told: dict[str, tuple[object, object]] = {}
        self._settings: dict[str, Settings] = {}
        self._loaded: dict[str, Loaded] = {}
        self._reader = DiskReader()
        self._shown: set[str] = set()

    def begin(self, params: types.InitializeParams) -> None:
        """Take the workspace's folders and the first settings from the params of `initialize`."""
        self._initial = params.initialization_options
        uris = [folder.uri for folder in params.workspace_folders or ()]
        if not uris and params.root_uri is not None:
            uris = [params.root_uri]
        self._folders = {path_of(uri): uri for uri in uris}

    def change_folders(self, added: Iterable[str], removed: Iterable[str]) -> None:
        """Follow the workspace's folders, given as URIs."""
        for uri in removed:
            self._folders.pop(path_of(uri), None)
        for uri in added:
            self._folders[path_of(uri)] = uri
        self.forget()

    def folders(self) -> tuple[str, ...]:
        """Return the paths of the workspace's folders."""
        return tuple(self._folders)

    def scopes(self) -> list[tuple[str, str | None]]:
        """Return the folders to ask settings for, as path and URI; the workspace's own is ""."""
        return [("", None), *self._folders.items()]

    def tell(self, folder: str, section: object, legacy: object) -> bool:
        """Take the client's settings for a folder; return whether they are news."""
        told = (section, legacy)
        if self._told.get(folder, (None, None)) == told:
            return False
        self._told[folder] = told
        self.forget()
        return True

    def forget(self) -> None:
        """Work every document's settings out anew, and read configuration files again."""
        self._settings.clear()
        self._loaded.clear()
        self._reader = DiskReader()

    def outdated(self) -> bool:
        """Tell whether a configuration file that counts, or would count, is another by now."""
        return self._reader.outdated()

    def settings_of(self, document: Document) -> Settings:
        """Return a document's settings; what is wrong with them is shown, once for each problem."""
        settings = self._settings.get(document.path)
        if settings is None:
            settings, problems = self._worked_out(document)
            self._settings[document.path] = settings
            self._show(problems)
        return settings

    def _worked_out(self, document: Document) -> tuple[Settings, list[Problem]]:
        root = self._folder_of(document.path)
        return self._combined(root, self._file_settings(document, root))

    def file_of(self, document: Document) -> tuple[str, str | None]:
        """Return the path and the text of the configuration file that decides for a document.

        Where there is none, it is the path of the one that could be made, and None; "" for neither.
        """
        root = self._folder_of(document.path)
        path = self._file_settings(document, root).file
        if path:
            return path, self._reader.read(path)
        return (posixpath.join(root, OWN_FILE) if root else ""), None

    def formatter_of(self, path: str) -> str:
        """Return the program that the editor's settings name for formatting a file, or ""."""
        return formatter_path(self._section(self._folder_of(path))[0])

    def _section(self, root: str) -> tuple[object, object]:
        section, legacy = self._told.get(root) or self._told.get("") or (None, None)
        # The options of `initialize` are the settings until the client tells others.
        return self._initial if section is None else section, legacy

    def usual(self) -> Settings:
        """Return the settings of most documents, before any is open: those of the first folder."""
        root = next(iter(self._folders), "")
        return self._combined(root, self._load(root, "") if root else Loaded(DEFAULT))[0]

    def _combined(self, root: str, loaded: Loaded) -> tuple[Settings, list[Problem]]:
        section, legacy = self._section(root)
        said, problems = from_client(section, root, legacy)
        combined, more = combine([loaded.settings, said])
        rules = combined.rules
        if rules.severity or rules.select or rules.ignore:
            from opencl_ls.analysis.catalogue import unknown_rules  # noqa: PLC0415 - few say anything

            more = [*more, *map(Problem, unknown_rules(rules))]
        return combined, [*loaded.problems, *problems, *more]

    def _file_settings(self, document: Document, root: str) -> Loaded:
        if not is_file(document.uri):
            # A document without a place on disk belongs to the workspace.
            return self._load(root, "") if root else Loaded(DEFAULT)
        return self._load(posixpath.dirname(document.path), document.path)

    def _load(self, folder: str, program: str) -> Loaded:
        key = program or folder
        loaded = self._loaded.get(key)
        if loaded is None:
            loaded = self._loaded[key] = load(folder, self._reader, program)
        return loaded

    def _folder_of(self, path: str) -> str:
        holding = [f for f in self._folders if path == f or path.startswith(f.rstrip("/") + "/")]
        if holding:
            return max(holding, key=len)
        return next(iter(self._folders), "") if ":" in path and not path.startswith("/") else ""

    def _show(self, problems: Iterable[Problem]) -> None:
        news = [text for text in map(str, problems) if text not in self._shown]
        self._shown.update(news)
        if len(news) > _MOST_SHOWN:
            more = f"{len(news) - _MOST_SHOWN} more problems with the settings are not shown"
            news[_MOST_SHOWN:] = [more]
        for text in news:
            self._warn(f"opencl-ls: {text}")
