"""Runs of headers kept in a store, for other files and other processes.

A run depends on the names that it looks up, so a store has two entries for it.  The first is found
by the header's path, its text and the options of the unit: all names that its runs have looked up.
The second is found by the definitions of these names as well: the run.  A name too many may cost a
hit and is no mistake.  The texts of the included files, and the files that were found for their
names, are part of the second entry and are compared before it is used.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from msgspec import Struct, msgpack

from opencl_ls.findings import Severity
from opencl_ls.preprocess.chunks import Chunk, Piece
from opencl_ls.preprocess.directives import UnreadDirective
from opencl_ls.preprocess.headers import Effect, HeaderDependencies, HeaderRun, Placed, Record
from opencl_ls.preprocess.macro_definitions import interned
from opencl_ls.preprocess.macros import BUILTINS
from opencl_ls.preprocess.notes import Note
from opencl_ls.preprocess.run_context import FLAG
from opencl_ls.preprocess.run_state import entry_fingerprint
from opencl_ls.preprocess.source_map import Expansion, Pragma, Replacement
from opencl_ls.preprocess.sources import Store, StoreEntry, digest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencl_ls.preprocess.headers import SourceFile
    from opencl_ls.preprocess.macros import Macro
    from opencl_ls.preprocess.run_context import RunContext

LEAST: Final = 4_000
"""The size of the texts of a header and its includes, in bytes, from which on its run is kept."""

_PART: Final = b"run"
_OUTSIDE: Final = (0, 0)
"""The depths of brackets of a chunk; those of headers are never asked for."""
_NONE: Final = -1
"""The number of a macro that there is not."""


class _KeptPiece(Struct, array_like=True, omit_defaults=True):
    """A piece, with the number of its file, and the place and the length of its chunk in bytes.

    `text` is None if it is the source, and `source` if it is the text of the chunk.
    `present` and `forced` are numbers of macros.
    """

    file: int
    start: int
    length: int
    is_directive: bool = False
    text: str | None = None
    source: str | None = None
    cuts: tuple[tuple[int, int], ...] = ()
    base: int = 0
    replacements: tuple[Replacement, ...] = ()
    present: tuple[int, ...] = ()
    values: tuple[int | str | None, ...] = ()
    pragmas: tuple[Pragma, ...] = ()
    forced: int = _NONE
    line_text: str = ""


class _KeptNote(Struct, array_like=True, omit_defaults=True):
    """A note in a chunk at a byte of the file of a number."""

    file: int
    offset: int
    start: int
    end: int
    code: str
    severity: int
    message: str
    macro: int = _NONE
    macro_message: str = ""
    instead: str = ""


class _KeptRecord(Struct, array_like=True, omit_defaults=True):
    """A record, with the number of its file, and the place and the length of its chunk in bytes."""

    kind: str
    file: int
    offset: int
    length: int
    piece: int
    name: str = ""
    name_start: int = 0
    name_end: int = 0
    macro: int = _NONE
    path: str | None = None
    value: bool = False
    quoted: bool | None = None


class _KeptRun(Struct, array_like=True):
    """A run; the texts of `files`, by their digests, and the answers to `lookups` are conditions.

    A macro is its name and the text of its directive.  The other fields are as in a `HeaderRun`.
    """

    files: list[tuple[str, bytes]]
    lookups: list[tuple[str, bool, str, tuple[str, ...], str | None]]
    macros: list[tuple[str, str]]
    pieces: list[_KeptPiece]
    notes: list[_KeptNote]
    records: list[_KeptRecord]
    inactive: tuple[tuple[str, int, int], ...]
    effects: list[tuple[str, int]]
    written: set[str]
    builtins: set[str]
    counter: int | None
    counted: int
    level: int | None
    base_file: str | None
    height: int
    exact_level: int | None
    weight: int


_RUN: Final = msgpack.Decoder(_KeptRun)
_NAMES: Final = msgpack.Decoder(set[str])


def load_run(context: RunContext, file: SourceFile, store: Store) -> HeaderRun | None:
    """Return the kept run of a header for the present state, None if there is none."""
    try:
        return _loaded(context, file, store)
    except ValueError:
        # A value of another form, or a path that is not Unicode.
        return None


def _loaded(context: RunContext, file: SourceFile, store: Store) -> HeaderRun | None:
    first = _first_key(context, file)
    names = _names(store, first)
    if not names:
        return None
    macros = context.table.macros
    present = {name: macros[name] for name in macros.keys() & names}
    entry = _entry(store, first, present)
    value = None if entry is None else entry.get(_PART)
    if value is None:
        return None
    kept = _RUN.decode(value)
    if not _holds(context, kept):
        return None
    names.difference_update(present)
    dependencies = HeaderDependencies(
        present, names, kept.written, kept.builtins, {each[:4]: each[4] for each in kept.lookups}
    )
    run = _Loading(context, kept).run(file.path, dependencies)
    run.entry = entry
    return run


def keep_run(context: RunContext, file: SourceFile, run: HeaderRun, store: Store) -> None:
    """Keep the run of a header that has just ended, unless it is small."""
    files = {path: context.headers.file(path) for path in sorted(run.files)}
    read = {path: each for path, each in files.items() if each is not None}
    is_complete = run.dependencies.is_complete and len(read) == len(files)
    if is_complete and sum(len(each.text) for each in read.values()) >= LEAST:
        # A path may be no Unicode.
        with suppress(ValueError):
            _keep(context, file, run, read, store)


def _keep(
    context: RunContext,
    file: SourceFile,
    run: HeaderRun,
    files: Mapping[str, SourceFile],
    store: Store,
) -> None:
    first = _first_key(context, file)
    known = _names(store, first)
    names = known.union(run.dependencies.present, run.dependencies.absent)
    if len(names) > len(known):
        store.put(first, msgpack.encode(names))
    macros = context.table.macros
    present = {name: macros[name] for name in macros.keys() & names}
    for name, before, _ in run.effects:
        if before is None:
            present.pop(name, None)
        else:
            present[name] = before
    entry = _entry(store, first, present)
    kept = _Keeping(files).run(run)
    if entry is not None and kept is not None:
        entry.put(_PART, msgpack.encode(kept))
        run.entry = entry


def _first_key(context: RunContext, file: SourceFile) -> bytes:
    """Return the key of the names that the runs of a header look up."""
    options = context.headers.digest(context.predefined)
    return digest(msgpack.encode((file.path, file.digest, context.paths, options)))


def _entry(store: Store, first: bytes, present: Mapping[str, Macro]) -> StoreEntry | None:
    """Return the entry of a run in a state in which some of the names are macros.

    It is None for a macro that has no text.
    """
    if not all(map(_is_spelled, present.values())):
        return None
    spelled = [(name, *_spelled(present[name])) for name in sorted(present)]
    return StoreEntry(store, digest(msgpack.encode((first, spelled))))


def _names(store: Store, first: bytes) -> set[str]:
    value = store.get(first)
    with suppress(ValueError):
        if value is not None:
            return _NAMES.decode(value)
    return set()


def _spelled(macro: Macro) -> tuple[str, str]:
    """Return what a macro is made of again: its name, and the text of its directive, if any."""
    return macro.builtin or macro.name, macro.text


def _macro(name: str, text: str) -> Macro:
    """Return the macro of a name and a text that `_spelled` returned."""
    if text:
        return interned(name, text)
    return BUILTINS[name] if name else FLAG


def _holds(context: RunContext, kept: _KeptRun) -> bool:
    """Return whether the files of a kept run are the same, and are found by the same names."""
    headers = context.headers
    for name, quoted, includer, paths, found in kept.lookups:
        if headers.resolve(name, quoted, includer, paths) != found:
            return False
    for path, known in kept.files:
        file = headers.file(path)
        if file is None or file.digest != known:
            return False
    return True


class _Keeping:
    """What is made of a run to keep it; `files` has the files of the run by their paths."""

    def __init__(self, files: Mapping[str, SourceFile]) -> None:
        self.files = files
        self.numbers = {path: number for number, path in enumerate(files)}
        self.macros: dict[Macro, int] = {}

    def run(self, run: HeaderRun) -> _KeptRun | None:
        """Return the kept form of a run; None if it has none, as with a saved macro."""
        numbers = self.numbers
        dependencies = run.dependencies
        pieces = [self.piece(piece) for piece in run.pieces]
        notes = [
            _KeptNote(
                numbers[path],
                offset,
                note.start,
                note.end,
                note.code,
                int(note.severity),
                note.message,
                self.macro(note.macro),
                note.macro_message,
                note.instead,
            )
            for path, offset, note in run.notes
        ]
        records = [self.record(placed) for placed in run.records]
        effects = [(name, self.macro(macro)) for name, _, macro in run.effects]
        kept = _KeptRun(
            [(path, file.digest) for path, file in self.files.items()],
            [(*key, found) for key, found in dependencies.lookups.items()],
            [_spelled(macro) for macro in self.macros],
            pieces,
            notes,
            records,
            run.inactive,
            effects,
            dependencies.written,
            dependencies.builtins,
            run.counter,
            run.counted,
            run.level,
            run.base_file,
            run.height,
            run.exact_level,
            run.weight,
        )
        return kept if all(map(_is_spelled, self.macros)) else None

    def macro(self, macro: Macro | None) -> int:
        return _NONE if macro is None else self.macros.setdefault(macro, len(self.macros))

    def piece(self, piece: Piece) -> _KeptPiece:
        chunk, expansion = piece.chunk, piece.expansion
        source = expansion.source
        return _KeptPiece(
            self.numbers[piece.file],
            piece.start,
            len(chunk.text),
            chunk.is_directive,
            None if expansion.text == source else expansion.text,
            None if source == chunk.text else source,
            expansion.cuts,
            expansion.base,
            expansion.replacements,
            tuple(map(self.macro, expansion.present.values())),
            expansion.values,  # type: ignore[arg-type]  # numbers and texts
            expansion.pragmas,
            self.macro(expansion.forced),
            expansion.line_text,
        )

    def record(self, placed: Placed) -> _KeptRecord:
        record = placed.record
        return _KeptRecord(
            record.kind,
            self.numbers[placed.file],
            placed.offset,
            len(record.directive.raw),
            placed.piece,
            record.name,
            record.name_start,
            record.name_end,
            self.macro(record.macro),
            record.path,
            record.value,
            record.quoted,
        )


class _Loading:
    """What is made of a kept run to use it in the state of a context."""

    def __init__(self, context: RunContext, kept: _KeptRun) -> None:
        self.context = context
        self.kept = kept
        self.paths = [path for path, _ in kept.files]
        files = [context.headers.file(path) for path in self.paths]
        self.texts = [file.text for file in files if file is not None]
        self.macros: list[Macro | None] = [_macro(*each) for each in kept.macros]
        # The number of no macro is -1.
        self.macros.append(None)

    def run(self, path: str, dependencies: HeaderDependencies) -> HeaderRun:
        kept, macros = self.kept, self.macros
        get = self.context.table.macros.get
        effects: tuple[Effect, ...] = tuple(
            (name, get(name), macros[number]) for name, number in kept.effects
        )
        fingerprint = 0
        for name, before, macro in effects:
            fingerprint ^= entry_fingerprint(name, before) ^ entry_fingerprint(name, macro)
        return HeaderRun(
            path,
            tuple(map(self.piece, kept.pieces)),
            tuple(map(self.note, kept.notes)),
            tuple(map(self.record, kept.records)),
            kept.inactive,
            effects,
            fingerprint,
            dependencies,
            kept.counter,
            kept.counted,
            kept.level,
            kept.base_file,
            kept.height,
            kept.exact_level,
            frozenset(self.paths),
            self.context.paths,
            kept.weight,
            {name: macro for name, _, macro in effects if macro is not None},
            tuple(name for name, _, macro in effects if macro is None),
        )

    def piece(self, kept: _KeptPiece) -> Piece:
        text = self.texts[kept.file][kept.start : kept.start + kept.length]
        chunk = Chunk(text, kept.is_directive, _OUTSIDE, _OUTSIDE)
        source = text if kept.source is None else kept.source
        macros = self.macros
        present = {macro.name: macro for number in kept.present if (macro := macros[number])}
        expansion = Expansion(
            source if kept.text is None else kept.text,
            source,
            kept.cuts,
            kept.base,
            kept.replacements,
            present,
            values=kept.values,
            pragmas=kept.pragmas,
            forced=macros[kept.forced],
            line_text=kept.line_text,
        )
        return Piece(self.paths[kept.file], chunk, expansion, kept.start)

    def note(self, kept: _KeptNote) -> tuple[str, int, Note]:
        note = Note(
            kept.start,
            kept.end,
            kept.code,
            Severity(kept.severity),
            kept.message,
            self.macros[kept.macro],
            kept.macro_message,
            kept.instead,
        )
        return self.paths[kept.file], kept.offset, note

    def record(self, kept: _KeptRecord) -> Placed:
        text = self.texts[kept.file][kept.offset : kept.offset + kept.length]
        record = Record(
            kept.kind,
            UnreadDirective(text),
            kept.name,
            kept.name_start,
            kept.name_end,
            self.macros[kept.macro],
            kept.path,
            kept.value,
            kept.quoted,
        )
        return Placed(self.paths[kept.file], kept.offset, kept.piece, record)


def _is_spelled(macro: Macro) -> bool:
    """Return whether a macro can be made again."""
    return bool(macro.text or macro.builtin) or macro is FLAG
