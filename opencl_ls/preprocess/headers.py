"""Included files, cut and run once for each content and macro state, shared by all units."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, field, msgpack

from opencl_ls.preprocess.chunk_splitting import split
from opencl_ls.preprocess.macros import Macro
from opencl_ls.preprocess.sources import digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from opencl_ls.preprocess.chunks import Chunk, Piece
    from opencl_ls.preprocess.directives import Directive
    from opencl_ls.preprocess.notes import Note
    from opencl_ls.preprocess.sources import SourceProvider, Store, StoreEntry

MOST_RUNS: Final = 8
"""The number of cached runs of a header, each for a different macro state."""

Effect = tuple[str, Macro | None, Macro | None]
"""A name, with its macro before and after a directive."""

Lookup = tuple[str, bool, str, tuple[str, ...]]
"""The arguments of `SourceProvider.resolve`: name, whether in quotes, including file, folders."""


class Record(Struct, frozen=True):
    """An executed directive; offsets count from its chunk's start.

    `kind` is the directive's name, "unread-define" for a definition that could not be parsed.
    `name` is the macro's name, the header's name as written, the condition, the pragma's content or
    the message, and [name_start, name_end) its place.  `macro` is the definition made, or the one
    that `#undef` removed.  `path` is the file that was included.  `value` tells whether a condition
    held.  `directive` holds the tokens.  `quoted` says how an `#include` names its file; None for
    `#include_next`, which searches after the folder of its own file.
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
    """A record with its chunk's place: `offset` in `file`, and the piece of the unit after it."""

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
    """The names that a header, with its includes, looks up and defines.

    `lookups` are the names of files with the paths that were found.  They are complete unless an
    included file could not be read.
    """

    present: dict[str, Macro] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    builtins: set[str] = field(default_factory=set)
    lookups: dict[Lookup, str | None] = field(default_factory=dict)
    is_complete: bool = True

    def look(self, name: str, macro: Macro | None) -> None:
        """Note the lookup of a name."""
        if name not in self.written:
            if macro is None:
                self.absent.add(name)
            else:
                self.present[name] = macro

    def look_all(self, present: dict[str, Macro], absent: frozenset[str] | set[str]) -> None:
        """Note the lookups of many names."""
        written = self.written
        self.absent |= absent - written if written else absent
        for name, macro in present.items():
            if name not in written:
                self.present[name] = macro

    def copy(self) -> HeaderDependencies:
        """Return an independent copy."""
        return HeaderDependencies(
            dict(self.present),
            set(self.absent),
            set(self.written),
            set(self.builtins),
            dict(self.lookups),
            self.is_complete,
        )

    def include(self, other: HeaderDependencies) -> None:
        """Add those of an included header."""
        self.look_all(other.present, other.absent)
        self.written |= other.written
        self.builtins |= other.builtins
        self.lookups |= other.lookups
        self.is_complete = self.is_complete and other.is_complete


class HeaderRun(Struct, eq=False):
    """The result of running a header, valid for each state with the same dependencies.

    `effects` are the macros changed, once for each name; `fingerprint` is the change of the table's
    fingerprint.  `counter` and `level` are None unless the header depends on them.  `depth` is the
    deepest nesting of includes below it; `exact_depth` is set if the limit was reached.  `entry`
    is set if the run is kept.  `groups` are the items in the pieces, which a later layer finds.
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
    entry: StoreEntry | None = None
    groups: Any = None

    def valid(
        self,
        macros: dict[str, Macro],
        counter: int,
        level: int,
        base_file: str,
        paths: tuple[str, ...],
        deepest: int,
    ) -> bool:
        """Tell whether the run would be the same from this state."""
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
    """Yield the records of a run for a unit with a number of `pieces` before the header."""
    if pieces == 0:
        yield from run.records
        return
    for placed in run.records:
        yield Placed(placed.file, placed.offset, placed.piece + pieces, placed.record)


class SourceFile(Struct, eq=False):
    """A file's text and the cached runs."""

    path: str
    text: str
    runs: list[HeaderRun] = field(default_factory=list)
    _chunks: list[Chunk] | None = None
    _digest: bytes = b""

    @property
    def chunks(self) -> list[Chunk]:
        """The chunks of the text; it is cut at the first use."""
        if self._chunks is None:
            self._chunks = split(self.text)
        return self._chunks

    @property
    def digest(self) -> bytes:
        """A digest of the text, the same in each process."""
        if not self._digest:
            self._digest = digest(self.text.encode("latin-1"))
        return self._digest


class Headers:
    """The cache of all headers of a session.  Call `changed` or `reset` when files change.

    `constants` are the names that count as defined without being expanded, such as `INT_MAX` and
    `CLK_LOCAL_MEM_FENCE`, each with its text for `#if`.  The result of a header depends on them,
    so units with other constants need other headers.  A `store` has runs of other processes.
    """

    def __init__(
        self,
        sources: SourceProvider,
        constants: Mapping[str, str] | None = None,
        store: Store | None = None,
    ) -> None:
        self.sources = sources
        self.constants: Mapping[str, str] = {} if constants is None else constants
        self.store = store
        self._digest: tuple[Mapping[str, str], bytes] | None = None
        self._files: dict[str, SourceFile | None] = {}
        self._virtual: dict[tuple[str, str], SourceFile] = {}
        self._resolved: dict[Lookup, str | None] = {}

    def digest(self, predefined: Mapping[str, str]) -> bytes:
        """Return a digest of the constants and of a target's macros, the same in each process."""
        known = self._digest
        if known is None or known[0] is not predefined:
            names = sorted(self.constants.items()), sorted(predefined.items())
            made = digest(msgpack.encode(names))
            known = self._digest = predefined, made
        return known[1]

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """Return the provider's answer, which is cached until `reset`."""
        key = (name, quoted, includer, tuple(paths))
        if key not in self._resolved:
            self._resolved[key] = self.sources.resolve(*key)
        return self._resolved[key]

    def file(self, path: str) -> SourceFile | None:
        """Return a file, which is read again after `changed` only; None for no readable one."""
        if path not in self._files:
            text = self.sources.read(path)
            self._files[path] = None if text is None else SourceFile(path, text)
        return self._files[path]

    def virtual(self, path: str, text: str) -> SourceFile:
        """Return a file that exists in the settings only, such as the command line's macros."""
        key = (path, text)
        if key not in self._virtual:
            if len(self._virtual) > 64:
                self._virtual.clear()
            self._virtual[key] = SourceFile(path, text)
        return self._virtual[key]

    def changed(self, path: str) -> bool:
        """Read a file again; return True, and drop the runs that used it, if its text changed."""
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
        """Tell whether a former lookup, with another result, may now find this file."""
        return any(
            found != path and _can_mean(key[0], path) for key, found in self._resolved.items()
        )

    def outdated(self, path: str | None = None) -> bool:
        """Tell whether a lookup has another result now, or a file that was read has another text.

        With `path`, only the lookups that can find that file are repeated.
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
        """Clear the cache: look up every name again and read every file again."""
        self._files.clear()
        self._virtual.clear()
        self._resolved.clear()


def _can_mean(name: str, path: str) -> bool:
    """Tell whether the lookup of a name can find a path; folders can have many names."""
    # A name is byte text and a path is not.
    return not name.isascii() or re.split(r"[/\\]", name)[-1] == path.rpartition("/")[2]


@lru_cache(16)
def predefined(text: str) -> SourceFile:
    """Return the file of a target's definitions, with which its units begin.

    Its run has no dependencies, so that all `Headers` of a process share it.
    """
    return SourceFile("<built-in>", text)
