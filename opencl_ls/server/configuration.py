"""The settings of each document: those of the client, over those of a configuration file."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.server.uris import is_file, path_of
from opencl_ls.settings.client import (
    compiler_choice,
    embedded_choice,
    formatter_path,
    from_client,
    offers_build_options,
)
from opencl_ls.settings.cpp import NOT_CHECKED, is_cpp, unchecked
from opencl_ls.settings.describe import Origin, named_configurations, reason
from opencl_ls.settings.disk import DiskReader
from opencl_ls.settings.files import (
    OWN_FILE,
    Loaded,
    choice_problems,
    load,
    read_text,
    rule_problems,
)
from opencl_ls.settings.model import (
    DEFAULT,
    Choice,
    Problem,
    Settings,
    choose,
    combine,
    device_problem,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lsprotocol import types

    from opencl_ls.server.documents import Document
    from opencl_ls.settings.describe import Named
    from opencl_ls.settings.model import RuleSettings

SECTION = "opencl"
LEGACY_SECTION = "OpenCL.server"

_MOST_SHOWN = 20
"""The most messages at once, since a user has to dismiss each."""


EDITOR = "the editor's settings"
_CHOSEN = "chosen in the editor"


class Overview(Struct, frozen=True):
    """The named configurations of a file; `current` is "" if none of them is active."""

    current: str
    reason: str
    configurations: tuple[Named, ...]


class Configuration:
    """The settings that the client has sent, by folder, and those of each document.

    `warn` shows a problem to the user, each once, and `inform` a fact.  `found` is called with each
    configuration file that is read, its text, and its problems.
    """

    def __init__(self, warn: Callable[[str], None], inform: Callable[[str], None]) -> None:
        self._warn = warn
        self._inform = inform
        self._knows_of_cpp = False
        self._initial: object = None
        self._folders: dict[str, str] = {}
        self._sent: dict[str, tuple[object, object]] = {}
        self._settings: dict[str, Settings] = {}
        self._said: dict[str, tuple[Settings, list[Problem]]] = {}
        self._loaded: dict[str, Loaded] = {}
        self._reader = DiskReader()
        self._shown: set[str] = set()
        # The configurations that the user chose, by path; "" means all files.
        self._choices: dict[str, str] = {}
        self.found: Callable[[str, str, Sequence[Problem]], None] = _ignore

    def begin(self, params: types.InitializeParams) -> None:
        """Take the workspace's folders and the first settings from the params of `initialize`."""
        self._initial = params.initialization_options
        uris = [folder.uri for folder in params.workspace_folders or ()]
        if not uris and params.root_uri is not None:
            uris = [params.root_uri]
        self._folders = {path_of(uri): uri for uri in uris}

    def change_folders(self, added: Iterable[str], removed: Iterable[str]) -> None:
        """Update the workspace's folders, given as URIs."""
        for uri in removed:
            self._folders.pop(path_of(uri), None)
        for uri in added:
            self._folders[path_of(uri)] = uri
        self.forget()

    def folders(self) -> tuple[str, ...]:
        """Return the paths of the workspace's folders."""
        return tuple(self._folders)

    def scopes(self) -> list[tuple[str, str | None]]:
        """Return the folders to ask settings for, as path and URI; "" is the workspace itself."""
        return [("", None), *self._folders.items()]

    def tell(self, folder: str, section: object, legacy: object) -> bool:
        """Take the client's settings for a folder; return whether they changed."""
        sent = (section, legacy)
        if self._sent.get(folder, (None, None)) == sent:
            return False
        self._sent[folder] = sent
        self.forget()
        return True

    def forget(self) -> None:
        """Compute every document's settings and read the configuration files again."""
        self._settings.clear()
        self._said.clear()
        self._loaded.clear()
        self._reader = DiskReader()

    def outdated(self) -> bool:
        """Tell whether a configuration file that counts, or would count, has changed."""
        return self._reader.outdated()

    def files(self) -> frozenset[str]:
        """Return the paths of the configuration files that apply to a document."""
        return frozenset(loaded.file for loaded in self._loaded.values())

    def select(self, path: str, name: str | None) -> None:
        """Choose a configuration for a file, or with the path "" for all files.

        The name "" means none of them, and None reverts the choice.
        """
        if name is None:
            self._choices.pop(path, None)
        else:
            self._choices[path] = name
        self._settings.clear()

    def overview(self, path: str, uri: str) -> Overview:
        """Return the named configurations of a file, and which one is active and why."""
        loaded, said, _ = self._places(path, uri)
        origins = [
            Origin(loaded.file, loaded.settings, loaded.origins()),
            Origin(EDITOR, said),
        ]
        choice = self._choice([loaded.settings, said], path)
        why = reason(choice, origins)
        if choice.name in self._chosen(path) and choice.place < 0:
            why = f"{_CHOSEN} for this file" if path and path in self._choices else _CHOSEN
        return Overview(choice.name, why, tuple(named_configurations(origins)))

    def names(self, path: str, uri: str) -> tuple[str, ...]:
        """Return the names of the configurations that a file can have."""
        loaded, said, _ = self._places(path, uri)
        return _names(loaded.settings, said)

    def settings_of(self, document: Document) -> Settings:
        """Return a document's settings; each problem of them is shown once."""
        settings = self._settings.get(document.path)
        if settings is None:
            settings, problems = self._worked_out(document)
            if is_cpp(document.path, settings.target) and not document.is_foreign:
                settings = unchecked(settings)
                if not self._knows_of_cpp:
                    self._knows_of_cpp = True
                    self._inform(f"{NOT_CHECKED}: opencl-ls shows no errors in such programs")
            self._settings[document.path] = settings
            self._show(problems)
        return settings

    def holding(self, path: str, uri: str) -> tuple[Settings, str]:
        """Return the settings of a file, and the configuration file among their sources.

        The path "" means most files; the name of the configuration file may be "".
        """
        loaded, said, problems = self._places(path, uri)
        return self._combined(loaded, said, problems, path)[0], loaded.file

    def problems_in(self, path: str, text: str) -> list[Problem]:
        """Return the problems of a configuration file, given its text."""
        said, _ = self._said_in(self.folder_of(path))
        return _problems(read_text(path, text), said)

    def _worked_out(self, document: Document) -> tuple[Settings, list[Problem]]:
        return self._combined(*self._places(document.path, document.uri), document.path)

    def _places(self, path: str, uri: str) -> tuple[Loaded, Settings, list[Problem]]:
        """Return the sources of a file's settings; the path "" means most files."""
        root = self.folder_of(path) if path else next(iter(self._folders), "")
        return self._file_settings(path, uri, root), *self._said_in(root)

    def _said_in(self, root: str) -> tuple[Settings, list[Problem]]:
        """Return the client's settings for a folder, and their problems."""
        said = self._said.get(root)
        if said is None:
            section, legacy = self._section(root)
            said = self._said[root] = from_client(section, root, legacy)
        return said

    def file_of(self, document: Document) -> tuple[str, str | None]:
        """Return the path and the text of the configuration file for a document.

        If there is none, it is the path of the one that could be made, and None; "" for neither.
        """
        root = self.folder_of(document.path)
        path = self._file_settings(document.path, document.uri, root).file
        if path:
            return path, self._reader.read(path)
        return (posixpath.join(root, OWN_FILE) if root else ""), None

    def formatter_of(self, path: str) -> str:
        """Return the program that the editor's settings name for formatting a file, or ""."""
        return formatter_path(self._section(self.folder_of(path))[0])

    def compiler_of(self, path: str) -> str:
        """Return the compiler that the editor's settings name for a second opinion, or ""."""
        return compiler_choice(self._section(self.folder_of(path))[0])

    def offers_build_options(self, path: str) -> bool:
        """Return whether the editor's settings let the user be asked about build options."""
        return offers_build_options(self._section(self.folder_of(path))[0])

    def serves_hosts(self, path: str) -> bool:
        """Return whether the editor's settings want the programs in host programs to be served."""
        return embedded_choice(self._section(self.folder_of(path))[0])

    def _section(self, root: str) -> tuple[object, object]:
        section, legacy = self._sent.get(root) or self._sent.get("") or (None, None)
        # The options of `initialize` are the settings until the client sends others.
        return self._initial if section is None else section, legacy

    def usual(self) -> Settings:
        """Return the settings of most documents, before any is open: those of the first folder."""
        return self._combined(*self._places("", ""), "")[0]

    def _combined(
        self, loaded: Loaded, said: Settings, problems: list[Problem], path: str
    ) -> tuple[Settings, list[Problem]]:
        places = [loaded.settings, said]
        choice = self._choice(places, path)
        combined, more = combine(places, choice)
        # A wrong choice in a file is shown in the file.
        problems = problems + more if choice.place else problems
        if (wrong_device := device_problem(combined.target)) is not None:
            problems = [*problems, wrong_device]
        problems = [*problems, *(Problem(text) for _, text in _unknown_rules(said.rules))]
        in_file = _problems(loaded, said)
        if loaded.file:
            self.found(loaded.file, loaded.text, in_file)
        if in_file:
            problems.insert(0, _summary(in_file))
        # Inactive configurations do not affect a document.
        return replace(combined, configurations=(), per_file=()), problems

    def _choice(self, places: list[Settings], path: str) -> Choice:
        """Return the active configuration: the user's choice, or that of the places."""
        known = ("", *_names(*places))
        return next(
            (Choice(name) for name in self._chosen(path) if name in known), choose(places, path)
        )

    def _chosen(self, path: str) -> list[str]:
        return [self._choices[key] for key in dict.fromkeys((path, "")) if key in self._choices]

    def _file_settings(self, path: str, uri: str, root: str) -> Loaded:
        if not is_file(uri):
            # A document without a place on disk belongs to the workspace.
            return self._load(root, "") if root else Loaded(DEFAULT)
        return self._load(posixpath.dirname(path), path)

    def _load(self, folder: str, program: str) -> Loaded:
        key = program or folder
        loaded = self._loaded.get(key)
        if loaded is None:
            loaded = self._loaded[key] = load(folder, self._reader, program)
        return loaded

    def folder_of(self, path: str) -> str:
        """Return the workspace's folder with a file, "" if none has it."""
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


def _names(*places: Settings) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for place in places for name, _ in place.configurations))


def _problems(loaded: Loaded, said: Settings) -> list[Problem]:
    """Return all problems of a configuration file, except those of the editor's settings."""
    problems = [
        *loaded.problems,
        *rule_problems(loaded, _unknown_rules(loaded.settings.rules)),
        *choice_problems(loaded, _names(loaded.settings, said)),
    ]
    return sorted(problems, key=lambda each: (each.line, each.column))


def _unknown_rules(rules: RuleSettings) -> list[tuple[str, str]]:
    if not (rules.severity or rules.select or rules.ignore):
        return []
    from opencl_ls.analysis.catalogue import unknown_rules  # noqa: PLC0415 - few say anything

    return unknown_rules(rules)


def _summary(problems: list[Problem]) -> Problem:
    """Return the first problem of a file with the number of others, which the file shows."""
    first, more = problems[0], len(problems) - 1
    message = f"{first.message} (and {more} more in this file)" if more else first.message
    return Problem(message, first.file, first.line)


def _ignore(_: str, __: str, ___: Sequence[Problem]) -> None:
    """Show nothing: no client has been greeted."""
