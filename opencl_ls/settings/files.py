"""The configuration file of a program, and its settings.

From the folder of the program upwards, only the first of these that exists anywhere counts:
`opencl-ls.toml`, `[tool.opencl-ls]` in a `pyproject.toml`, `compile_flags.txt`, and an entry for
the program in a `compile_commands.json` (also in a folder `build`).  A broken file still counts:
its problems are reported and its readable part is used, since falling back to another file would
hide the mistake.

Most kernels have no such file: the modules that read one are loaded with the first.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec import Struct

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.settings.model import DEFAULT, Problem, Settings, no_configuration
from opencl_ls.settings.options import from_build_options, from_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.settings.toml_places import Keys, Places, Span

OWN_FILE: Final = "opencl-ls.toml"
PROJECT_FILE: Final = "pyproject.toml"
FLAGS_FILE: Final = "compile_flags.txt"
COMMANDS_FILE: Final = "compile_commands.json"

PROJECT_TABLE: Final = ("tool", "opencl-ls")
_TOML_NESTING: Final = lazy_pattern(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"*|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'''(?:[^']++|'(?!''))*+'*|'[^'\n]*+'?|#[^\n]*+|[\[\]{}.=,\n]",
    re.S,
)
_NESTED: Final = 32
"""The limit of the nesting of tables and arrays, in levels; settings need less than a third."""
_LONGEST: Final = 1 << 20
"""The largest size of a TOML file, in characters: tomllib takes some hundred bytes for each."""
NAMES: Final = (OWN_FILE, PROJECT_FILE, FLAGS_FILE, COMMANDS_FILE)
"""The names of the configuration files, the strongest first."""

_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)")


class FileReader(Protocol):
    """Access to files; open documents may take precedence over the disk."""

    def read(self, path: str) -> str | None:
        """Return the text of a file, or None when it cannot be read."""

    def exists(self, path: str) -> bool:
        """Tell whether there is a file of this name."""


class Loaded(Struct, frozen=True):
    """The content of the configuration file: `file` is its path, "" when there is none.

    `text` is its text, and `table` are the keys of the table that holds the settings in TOML.
    """

    settings: Settings
    problems: tuple[Problem, ...] = ()
    file: str = ""
    text: str = ""
    table: tuple[str, ...] = ()

    def origins(self) -> Origins:
        """Return the finder of places of settings in the file."""
        return Origins(self.file, self.text, self.table)


class Origins:
    """Finds the places of settings in a TOML file; keys may be spelt as in the fields."""

    def __init__(self, file: str, text: str, table: tuple[str, ...] = ()) -> None:
        self.file = file
        self._text = text
        self._table = table
        self._places: Places | None = None

    def line(self, *keys: str | int) -> int:
        """Return the line of a setting, counted from 1, or 0 for one that the file lacks."""
        found = self.places.keys.get(self._spelt(keys))
        return self._text.count("\n", 0, found[0]) + 1 if found else 0

    def problem(
        self, keys: Keys, message: str, *, of_key: bool = False, is_warning: bool = False
    ) -> Problem:
        """Return a problem with the place of a value, or of its key."""
        keys = self._spelt(keys)
        places = self.places
        span = places.key(keys) if of_key else places.value(keys)
        if span is not None and "\n" in self._text[span[0] : span[1]]:
            # A whole array or text over several lines would be marked.
            span = places.key(keys)
        line, column, end = self._position(span) if span is not None else (0, 0, 0)
        return Problem(message, self.file, line, column, end, is_warning)

    def patterns(self) -> dict[str, Keys]:
        """Return the keys of each pattern of files, by the pattern as it is in `Settings`."""
        from opencl_ls.settings.decode import spelt  # noqa: PLC0415
        from opencl_ls.settings.patterns import anchored  # noqa: PLC0415

        folder = str(PurePath(self.file).parent)
        inner = [keys[len(self._table) :] for keys in self.places.values]
        return {
            anchored(folder, str(keys[1])): keys
            for keys in inner
            if len(keys) == 2 and spelt(str(keys[0])) == "per-file-configurations"
        }

    @property
    def places(self) -> Places:
        """The places of all keys and values."""
        if self._places is None:
            from opencl_ls.settings.toml_places import toml_places  # noqa: PLC0415

            self._places = toml_places(self._text)
            self._spellings: dict[Keys, Keys] = {}
            for keys in self._places.keys:
                self._spellings.setdefault(_spelling(keys), keys)
        return self._places

    def _spelt(self, keys: Keys) -> Keys:
        """Return the keys as the file spells them: "include_paths" is accepted as well."""
        whole = (*self._table, *keys)
        return whole if whole in self.places.keys else self._spellings.get(_spelling(whole), whole)

    def _position(self, span: Span) -> tuple[int, int, int]:
        start, end = span
        begin = self._text.rfind("\n", 0, start) + 1
        return self._text.count("\n", 0, start) + 1, start - begin + 1, end - begin + 1


class _UnreadError(Exception):
    """A configuration file that cannot be read."""


def _spelling(keys: Keys) -> Keys:
    from opencl_ls.settings.decode import spelt  # noqa: PLC0415

    return tuple(spelt(key) if isinstance(key, str) else key for key in keys)


def load(start: str, reader: FileReader, program: str = "") -> Loaded:
    """Return the settings of the folder `start`, and of the file `program` if given."""
    try:
        return _first(start, reader, program)
    except _UnreadError as error:
        path = str(error)
        return Loaded(DEFAULT, (Problem("cannot be read, or is too large", path),), path)


def _first(start: str, reader: FileReader, program: str) -> Loaded:
    folders = list(_upwards(start))
    for find in (_own, _project, _flags):
        for folder in folders:
            found = find(folder, reader)
            if found is not None:
                return found
    if program:
        wanted = absolute(start, program)
        for folder in folders:
            found = _commands(folder, reader, wanted)
            if found is not None:
                return found
    return Loaded(DEFAULT)


def absolute(folder: str, path: str) -> str:
    """Return a path relative to `folder` as an absolute one, without `.` and `..`."""
    return os.path.normpath(str(PurePath(folder, path)))


def _upwards(start: str) -> Iterator[str]:
    folder = PurePath(start)
    yield str(folder)
    for parent in folder.parents:
        yield str(parent)


@cache
def settings_files(start: str) -> tuple[str, ...]:
    """Return all files, existing or not, that can be the configuration file of a folder."""
    return tuple(
        str(PurePath(folder, name))
        for folder in _upwards(start)
        for name in (*NAMES, f"build/{COMMANDS_FILE}")
    )


def _read(folder: str, name: str, reader: FileReader) -> tuple[str, str] | None:
    path = str(PurePath(folder, name))
    if not reader.exists(path):
        return None
    text = reader.read(path)
    if text is None:
        raise _UnreadError(path)
    return path, text


def _own(folder: str, reader: FileReader) -> Loaded | None:
    found = _read(folder, OWN_FILE, reader)
    if found is None:
        return None
    return _own_said(*found)


def _own_said(path: str, text: str) -> Loaded:
    data, problem = _toml(path, text)
    if problem is not None:
        return Loaded(DEFAULT, (problem,), path, text)
    return _decoded(path, text, data, ())


def _project(folder: str, reader: FileReader) -> Loaded | None:
    found = _read(folder, PROJECT_FILE, reader)
    return None if found is None else _project_said(*found)


def _project_said(path: str, text: str) -> Loaded | None:
    if "opencl-ls" not in text:
        return None
    data, problem = _toml(path, text)
    if problem is not None:
        return Loaded(DEFAULT, (problem,), path, text)
    table: object = data
    for key in PROJECT_TABLE:
        table = table.get(key) if isinstance(table, Mapping) else None
    if isinstance(table, Mapping):
        return _decoded(path, text, table, PROJECT_TABLE)
    if table is None:
        return None
    wrong = Origins(path, text).problem(PROJECT_TABLE, "tool.opencl-ls should be a table")
    return Loaded(DEFAULT, (wrong,), path, text)


def _toml(path: str, text: str) -> tuple[Mapping[str, Any], Problem | None]:
    import tomllib  # noqa: PLC0415 - for those who have such a file

    if len(text) > _LONGEST:
        return {}, Problem(f"not read: larger than {_LONGEST >> 20} MB", path, 1)
    # tomllib takes time and memory quadratic in the depth of tables.
    deep = _nested_too_deep(text)
    if deep is not None:
        return {}, Problem("not TOML: too deeply nested", path, text.count("\n", 0, deep) + 1)
    try:
        return tomllib.loads(text), None
    except tomllib.TOMLDecodeError as error:
        place = _TOML_PLACE.search(str(error))
        line, column = text.count("\n") + 1, 0
        if place and place[1]:
            line, column = int(place[1]), int(place[2])
        words = _TOML_PLACE.sub("", str(error))
        message = f"not TOML: {words[:1].lower()}{words[1:]}"
        return {}, Problem(message, path, line, column, column and column + 1)
    except ValueError:
        # Python limits the digits of a number; tomllib lets that error through.
        return {}, Problem("not TOML: a number has too many digits", path, 1)


def _nested_too_deep(text: str) -> int | None:
    """Return the place where a TOML text is nested deeper than `_NESTED`."""
    brackets = dots = 0
    for match in _TOML_NESTING.finditer(text):
        mark = match[0]
        if mark == ".":
            dots += 1
        elif mark in "=,\n[]{}":
            dots = 0
            brackets = max(0, brackets + (mark in "[{") - (mark in "]}"))
        if brackets + dots > _NESTED:
            return match.start()
    return None


def _decoded(path: str, text: str, data: Mapping[str, Any], table: tuple[str, ...]) -> Loaded:
    from opencl_ls.settings.decode import EDITOR_KEYS, decode  # noqa: PLC0415
    from opencl_ls.settings.patterns import anchored  # noqa: PLC0415

    folder = str(PurePath(path).parent)
    settings, found = decode(
        data,
        path_of=lambda name: absolute(folder, name),
        pattern_of=lambda pattern: anchored(folder, pattern),
    )
    origins = Origins(path, text, table)
    problems = [
        origins.problem(
            each.keys,
            _with_key(each.keys, each.message),
            of_key=each.is_unknown or each.keys[-1] in EDITOR_KEYS,
            is_warning=each.is_unknown,
        )
        for each in found
    ]
    problems.sort(key=lambda each: (each.line, each.column))
    return Loaded(settings, tuple(problems), path, text, table)


def read_text(path: str, text: str) -> Loaded:
    """Return the settings of a text as that of a configuration file of this name."""
    name = PurePath(path).name
    if name == OWN_FILE:
        return _own_said(path, text)
    if name == PROJECT_FILE:
        return _project_said(path, text) or Loaded(DEFAULT, (), path)
    if name == FLAGS_FILE:
        return _flags_said(path, text)
    entries = _database(path, text) if name == COMMANDS_FILE else None
    return Loaded(DEFAULT, (entries,) if isinstance(entries, Problem) else (), path)


def rule_problems(loaded: Loaded, wrong: Iterable[tuple[str, str]]) -> list[Problem]:
    """Return the problems with patterns of rules, given with their messages, at their places."""
    origins, rules = loaded.origins(), loaded.settings.rules
    places: dict[str, Keys] = {}
    for key, patterns in (("select", rules.select), ("ignore", rules.ignore)):
        for number, pattern in enumerate(patterns):
            places.setdefault(pattern, (key, number))
    for pattern, _ in rules.severity:
        places.setdefault(pattern, ("severity", pattern))
    return [
        origins.problem(
            places.get(pattern, ()),
            message,
            of_key="severity" in places.get(pattern, ()),
            is_warning=True,
        )
        for pattern, message in wrong
    ]


def choice_problems(loaded: Loaded, known: Iterable[str]) -> list[Problem]:
    """Return the problems with configurations that a file chooses and no place defines."""
    origins, settings, names = loaded.origins(), loaded.settings, tuple(known)
    chosen: list[tuple[Keys, str]] = []
    if settings.configuration:
        chosen.append((("configuration",), settings.configuration))
    places = origins.patterns() if settings.per_file else {}
    chosen += [(places.get(pattern, ()), name) for pattern, name in settings.per_file]
    return [
        origins.problem(keys, no_configuration(name, names))
        for keys, name in chosen
        if name not in names
    ]


def _with_key(keys: Keys, message: str) -> str:
    """Return the message with the key named, if it does not begin with it or quote it."""
    from opencl_ls.settings.decode import named  # noqa: PLC0415

    key = named(keys)[-1]
    is_named = message.startswith(f"{key} ") or f'"{key}"' in message
    return message if is_named else f"{key}: {message}"


def line_of(text: str, keys: tuple[str, ...]) -> int:
    """Return the 1-based line of a key of a TOML text, or that of its table, or 0."""
    from opencl_ls.settings.toml_places import toml_places  # noqa: PLC0415

    found = toml_places(text).key(keys)
    return 0 if found is None else text.count("\n", 0, found[0]) + 1


def _flags(folder: str, reader: FileReader) -> Loaded | None:
    found = _read(folder, FLAGS_FILE, reader)
    if found is None:
        return None
    return _flags_said(*found)


def _flags_said(path: str, text: str) -> Loaded:
    # One argument a line, as clang's tools read it.
    settings, problems = from_lines(line.strip() for line in text.splitlines())
    placed = tuple(Problem(each.message, path, each.line) for each in problems)
    return Loaded(_resolved(settings, str(PurePath(path).parent)), placed, path, text)


def _commands(folder: str, reader: FileReader, wanted: str) -> Loaded | None:
    found = _read(folder, COMMANDS_FILE, reader)
    found = found or _read(str(PurePath(folder, "build")), COMMANDS_FILE, reader)
    if found is None:
        return None
    path, text = found
    entries = _database(path, text)
    if isinstance(entries, Problem):
        return Loaded(DEFAULT, (entries,), path, text)
    known = entries.get(wanted)
    if known is None:
        return None
    directory, entry = known
    settings, problems = from_build_options(_arguments(entry))
    placed = tuple(Problem(each.message, path) for each in problems)
    return Loaded(_resolved(settings, directory), placed, path)


@lru_cache(maxsize=4)
def _database(path: str, text: str) -> dict[str, tuple[str, Mapping[str, Any]]] | Problem:
    """Return the first entry for each file of a compilation database, with its directory.

    A folder of a thousand kernels asks a thousand times.
    """
    import json  # noqa: PLC0415

    try:
        listed = json.loads(text)
    except ValueError as error:
        return Problem(f"not JSON: {error}", path, getattr(error, "lineno", 1))
    except RecursionError:
        return Problem("not JSON: too deeply nested", path, 1)
    entries: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for entry in listed if isinstance(listed, list) else ():
        if isinstance(entry, Mapping) and isinstance(entry.get("file"), str):
            directory = absolute(str(PurePath(path).parent), str(entry.get("directory", ".")))
            entries.setdefault(absolute(directory, entry["file"]), (directory, entry))
    return entries


def _arguments(entry: Mapping[str, Any]) -> str | list[str]:
    arguments = entry.get("arguments")
    if isinstance(arguments, list):
        return [each for each in arguments if isinstance(each, str)]
    command = entry.get("command")
    return command if isinstance(command, str) else []


def _resolved(settings: Settings, folder: str) -> Settings:
    from opencl_ls.settings.decode import with_paths  # noqa: PLC0415

    target = with_paths(settings.target, lambda name: absolute(folder, name))
    return Settings(target, settings.rules)
