"""Included files, cut and run once for each content and macro state, shared by all units."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from opencl_ls.preprocess.chunk_splitting import split
from opencl_ls.preprocess.macros import Macro

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from opencl_ls.preprocess.chunks import Chunk, Piece
    from opencl_ls.preprocess.directives import Directive
    from opencl_ls.preprocess.notes import Note
    from opencl_ls.preprocess.sources import SourceProvider

MOST_RUNS: Final = 8
"""Runs of one header that are kept, for as many different macro states."""

Effect = tuple[str, Macro | None, Macro | None]
"""A name, the macro that it meant before a directive, and the one that it means after it."""


class Record(Struct, frozen=True):
    """A directive that was carried out; offsets count from its chunk's start.

    `kind` is the directive's name, "unread-define" for a definition that could not be read.  `name`
    is the macro's name, the header's name as written, the condition, the pragma's content or the
    message, and [name_start, name_end) its place.  `macro` is the definition made, or the one that
    `#undef` ended.  `path` is the file that was included.
    `value` tells whether a condition held.  `directive` holds the tokens.  `quoted` tells how an
    `#include` names its file; None for `#include_next`, which goes on behind the place of its own
    file.
    """

    kind: str
    directive: Directive
    name: str = ""
    name_start: int = 0
    name_end: int = 0
    macro: Macro | None = None
    path: str | None = None
    value: bool = False
    quoted: bool | None = None

    @property
    def start(self) -> int:
        """The offset of the directive's `#`, from the chunk's start."""
        return self.directive.start

    @property
    def end(self) -> int:
        """The offset of the directive's end, from the chunk's start."""
        return self.directive.end


class Placed(Struct, frozen=True):
    """A record with its chunk's place: `offset` in `file`, before which piece of the unit."""

    file: str
    offset: int
    piece: int
    record: Record

    @property
    def start(self) -> int:
        """The directive's start in its file."""
        return self.offset + self.record.start

    @property
    def end(self) -> int:
        """The directive's end in its file."""
        return self.offset + self.record.end


class HeaderDependencies(Struct):
    """What a header looks at and what it changes, in its includes too."""

    present: dict[str, Macro] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    builtins: set[str] = field(default_factory=set)

    def look(self, name: str, macro: Macro | None) -> None:
        """One name was looked up."""
        if name not in self.written:
            if macro is None:
                self.absent.add(name)
            else:
                self.present[name] = macro

    def look_all(self, present: dict[str, Macro], absent: frozenset[str] | set[str]) -> None:
        """Many names were looked up."""
        written = self.written
        self.absent |= absent - written if written else absent
        for name, macro in present.items():
            if name not in written:
                self.present[name] = macro

    def copy(self) -> HeaderDependencies:
        """An independent copy."""
        return HeaderDependencies(
            dict(self.present), set(self.absent), set(self.written), set(self.builtins)
        )


class HeaderRun(Struct, eq=False):
    """What running a header gave, valid wherever the names it looks at mean the same.

    `effects` are the macros changed, once for each name; `fingerprint` is the change of the table's
    fingerprint.  `counter` and `level` are None unless the header depends on them.  `depth` is the
    deepest nesting of includes below it; `exact_depth` is set where the limit was reached.
    """

    path: str
    pieces: tuple[Piece, ...]
    notes: tuple[tuple[str, int, Note], ...]
    records: tuple[Placed, ...]
    inactive: tuple[tuple[str, int, int], ...]
    effects: tuple[Effect, ...]
    fingerprint: int
    dependencies: HeaderDependencies
    counter: int | None
    counted: int
    level: int | None
    base_file: str | None
    height: int
    exact_level: int | None
    files: frozenset[str]
    paths: tuple[str, ...]
    weight: int
    sets: dict[str, Macro] = field(default_factory=dict)
    removed: tuple[str, ...] = ()

    def valid(
        self,
        macros: dict[str, Macro],
        counter: int,
        level: int,
        base_file: str,
        paths: tuple[str, ...],
        deepest: int,
    ) -> bool:
        """Whether the run would be the same from this state."""
        if self.counter not in (None, counter) or self.level not in (None, level):
            return False
        if self.base_file not in (None, base_file) or self.paths != paths:
            return False
        if self.exact_level is None:
            if level + self.height > deepest:
                return False
        elif self.exact_level != level:
            return False
        get = macros.get
        for name, macro in self.dependencies.present.items():
            if get(name) is not macro:
                return False
        return macros.keys().isdisjoint(self.dependencies.absent)


def shifted(run: HeaderRun, pieces: int) -> Iterator[Placed]:
    """The run's records as they stand in a unit that has so many pieces before the header."""
    if pieces == 0:
        yield from run.records
        return
    for placed in run.records:
        yield Placed(placed.file, placed.offset, placed.piece + pieces, placed.record)


class SourceFile(Struct, eq=False):
    """A file's text, cut, with the runs that are known of it."""

    path: str
    text: str
    chunks: list[Chunk]
    runs: list[HeaderRun] = field(default_factory=list)


class Headers:
    """All the headers of a session.  Tell it when files change: `changed` or `reset`.

    `constants` are the names that count as defined without being expanded, such as `INT_MAX` and
    `CLK_LOCAL_MEM_FENCE`, each with its text for `#if`.  What a header gives depends on them, so
    units with other constants need other headers.
    """

    def __init__(self, sources: SourceProvider, constants: Mapping[str, str] | None = None) -> None:
        self.sources = sources
        self.constants: Mapping[str, str] = {} if constants is None else constants
        self._files: dict[str, SourceFile | None] = {}
        self._virtual: dict[tuple[str, str], SourceFile] = {}
        self._resolved: dict[tuple[str, bool, str, tuple[str, ...]], str | None] = {}

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """The provider's answer, asked once until `reset`."""
        key = (name, quoted, includer, tuple(paths))
        if key not in self._resolved:
            self._resolved[key] = self.sources.resolve(*key)
        return self._resolved[key]

    def file(self, path: str) -> SourceFile | None:
        """The file, read once until it is told to have changed."""
        if path not in self._files:
            text = self.sources.read(path)
            self._files[path] = None if text is None else SourceFile(path, text, split(text))
        return self._files[path]

    def virtual(self, path: str, text: str) -> SourceFile:
        """A file that only the settings know, such as the command line's macros."""
        key = (path, text)
        if key not in self._virtual:
            if len(self._virtual) > 64:
                self._virtual.clear()
            self._virtual[key] = SourceFile(path, text, split(text))
        return self._virtual[key]

    def changed(self, path: str) -> bool:
        """A file's content may have changed; True if it did, and what rested on it is gone."""
        if path not in self._files:
            return False
        known = self._files[path]
        text = self.sources.read(path)
        if known is not None and known.text == text:
            return False
        del self._files[path]
        for file in [*self._files.values(), *self._virtual.values()]:
            if file is not None:
                file.runs = [run for run in file.runs if path not in run.files]
        return True

    def looked_for(self, path: str) -> bool:
        """Tell whether a name was looked for that can mean this file, and does not yet."""
        return any(
            found != path and _can_mean(key[0], path) for key, found in self._resolved.items()
        )

    def outdated(self, path: str | None = None) -> bool:
        """Tell whether a name means another file by now, or a file that was read has another text.

        With `path` only the names that can mean that file are looked for again.
        """
        find, read = self.sources.resolve, self.sources.read
        if any(
            find(*key) != found
            for key, found in self._resolved.items()
            if path is None or _can_mean(key[0], path)
        ):
            return True
        return path is None and any(
            read(name) != (None if file is None else file.text)
            for name, file in self._files.items()
        )

    def reset(self) -> None:
        """Files came or went: look for every name again and read every file again."""
        self._files.clear()
        self._virtual.clear()
        self._resolved.clear()


def _can_mean(name: str, path: str) -> bool:
    """Tell whether an include's name may lead to a path; folders can have many names."""
    # A name is byte text and a path is not.
    return not name.isascii() or re.split(r"[/\\]", name)[-1] == path.rpartition("/")[2]


@lru_cache(16)
def predefined(text: str) -> SourceFile:
    """A file of definitions alone, as all units of a target begin with it.

    What it gives depends on nothing else, so that all headers of a process may share it.
    """
    return SourceFile("<built-in>", text, split(text))
