"""Which configuration file speaks for a program, and what it says.

From the folder of the program upwards, the first of these that exists anywhere decides alone:
`opencl-ls.toml`, `[tool.opencl-ls]` in a `pyproject.toml`, `compile_flags.txt`, and an entry for
the program in a `compile_commands.json` (also in a folder `build`).  A broken file still decides:
its problems are reported and its readable part counts, since falling back to another file would
hide the mistake.
"""

from __future__ import annotations

import json
import os.path
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec import Struct

from opencl_ls.settings.decode import decode, with_paths
from opencl_ls.settings.model import DEFAULT, Problem, Settings
from opencl_ls.settings.options import from_build_options, from_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

OWN_FILE: Final = "opencl-ls.toml"
PROJECT_FILE: Final = "pyproject.toml"
FLAGS_FILE: Final = "compile_flags.txt"
COMMANDS_FILE: Final = "compile_commands.json"

_PROJECT_TABLE: Final = ("tool", "opencl-ls")
_HEADER = re.compile(r"\[\[?([^\]]+)\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_DEEPEST = 8
"""More keys than a setting has, with the tables around it."""
_KEY_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_TOML_NESTING: Final = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"*|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'''(?:[^']++|'(?!''))*+'*|'[^'\n]*+'?|#[^\n]*+|[\[\]{}.=,\n]",
    re.S,
)
_NESTED: Final = 32
"""Tables and arrays may stand in each other so deep; a setting has no more than `_DEEPEST` keys."""
_LONGEST: Final = 1 << 20
"""Characters of a TOML file: what tomllib makes of one takes some hundred bytes for each."""
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)")


class FileReader(Protocol):
    """How files are reached; open documents may go before the disk."""

    def read(self, path: str) -> str | None:
        """Return the text of a file, or None when it cannot be read."""

    def exists(self, path: str) -> bool:
        """Tell whether there is a file of this name."""


class Loaded(Struct, frozen=True):
    """What the deciding file says: `file` is its path, "" when there is none."""

    settings: Settings
    problems: tuple[Problem, ...] = ()
    file: str = ""


class _UnreadError(Exception):
    """A file that would decide and cannot be read."""


def load(start: str, reader: FileReader, program: str = "") -> Loaded:
    """Return the settings that hold in the folder `start`, and for the file `program` if given."""
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
    """Return a path relative to `folder` as one that is not, without `.` and `..`."""
    return os.path.normpath(str(PurePath(folder, path)))


def _upwards(start: str) -> Iterator[str]:
    folder = PurePath(start)
    yield str(folder)
    for parent in folder.parents:
        yield str(parent)


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
    path, text = found
    data, problem = _toml(path, text)
    if problem is not None:
        return Loaded(DEFAULT, (problem,), path)
    return _decoded(path, text, data, ())


def _project(folder: str, reader: FileReader) -> Loaded | None:
    found = _read(folder, PROJECT_FILE, reader)
    if found is None or "opencl-ls" not in found[1]:
        return None
    path, text = found
    data, problem = _toml(path, text)
    if problem is not None:
        return Loaded(DEFAULT, (problem,), path)
    table: object = data
    for key in _PROJECT_TABLE:
        table = table.get(key) if isinstance(table, Mapping) else None
    if isinstance(table, Mapping):
        return _decoded(path, text, table, _PROJECT_TABLE)
    if table is None:
        return None
    wrong = Problem("tool.opencl-ls should be a table", path, line_of(text, _PROJECT_TABLE))
    return Loaded(DEFAULT, (wrong,), path)


def _toml(path: str, text: str) -> tuple[Mapping[str, Any], Problem | None]:
    import tomllib  # noqa: PLC0415 - for those who have such a file

    if len(text) > _LONGEST:
        return {}, Problem(f"not read: larger than {_LONGEST >> 20} MB", path, 1)
    # tomllib takes time and memory in the square of how deep its tables are.
    deep = _nested_too_deep(text)
    if deep is not None:
        return {}, Problem("not TOML: too deeply nested", path, text.count("\n", 0, deep) + 1)
    try:
        return tomllib.loads(text), None
    except tomllib.TOMLDecodeError as error:
        place = _TOML_PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        words = _TOML_PLACE.sub("", str(error))
        return {}, Problem(f"not TOML: {words[:1].lower()}{words[1:]}", path, line)
    except ValueError:
        # Of a number alone tomllib says nothing by itself.
        return {}, Problem("not TOML: a number has too many digits", path, 1)


def _nested_too_deep(text: str) -> int | None:
    """Return where tables and arrays of a TOML text stand deeper in each other than `_NESTED`."""
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
    folder = str(PurePath(path).parent)
    settings, found = decode(data, path_of=lambda name: absolute(folder, name))
    lines = _lines_of_keys(text) if found else {}
    problems = [
        Problem(_with_key(place, message), path, _line_among(lines, (*table, *place)))
        for place, message in found
    ]
    return Loaded(settings, tuple(sorted(problems, key=lambda each: each.line)), path)


def _with_key(place: tuple[str, ...], message: str) -> str:
    """Return the message with the key named, where it does not begin with it or quote it."""
    key = place[-1]
    named = message.startswith(f"{key} ") or f'"{key}"' in message
    return message if named else f"{key}: {message}"


def line_of(text: str, keys: tuple[str, ...]) -> int:
    """Return the 1-based line of a TOML text on which a key stands, or that of its table, or 0.

    tomllib keeps no places, so this follows the headers line by line; an inline table's keys are
    found at the line of the table.
    """
    return _line_among(_lines_of_keys(text), keys)


def _lines_of_keys(text: str) -> dict[tuple[str, ...], int]:
    """Return the line on which each key of a TOML text stands first."""
    table: tuple[str, ...] = ()
    lines: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.fullmatch(line.strip())
        if header is not None:
            here = table = _key_parts(header[1])
        elif (key := _KEY.match(line)) is not None:
            here = table + _key_parts(key[1])
        else:
            continue
        for depth in range(1, min(len(here), _DEEPEST) + 1):
            lines.setdefault(here[:depth], number)
    return lines


def _line_among(lines: Mapping[tuple[str, ...], int], keys: tuple[str, ...]) -> int:
    return next((lines[keys[:n]] for n in range(len(keys), 0, -1) if keys[:n] in lines), 0)


def _key_parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _KEY_PART.findall(text))


def _flags(folder: str, reader: FileReader) -> Loaded | None:
    found = _read(folder, FLAGS_FILE, reader)
    if found is None:
        return None
    path, text = found
    # One argument a line, as clang's tools read it.
    settings, problems = from_lines(line.strip() for line in text.splitlines())
    placed = tuple(Problem(each.message, path, each.line) for each in problems)
    return Loaded(_resolved(settings, folder), placed, path)


def _commands(folder: str, reader: FileReader, wanted: str) -> Loaded | None:
    found = _read(folder, COMMANDS_FILE, reader)
    found = found or _read(str(PurePath(folder, "build")), COMMANDS_FILE, reader)
    if found is None:
        return None
    path, text = found
    entries = _database(path, text)
    if isinstance(entries, Problem):
        return Loaded(DEFAULT, (entries,), path)
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
    target = with_paths(settings.target, lambda name: absolute(folder, name))
    return Settings(target, settings.rules)
