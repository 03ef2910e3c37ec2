"""The translation unit: the result of preprocessing a main file, as an immutable snapshot."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final
from weakref import ref

from msgspec import Struct

from opencl_ls.findings import Finding, Fix, Place, Related, TextEdit
from opencl_ls.offsets import Offsets, resummed, still
from opencl_ls.preprocess.directives import Directive, parse_directive
from opencl_ls.preprocess.headers import HeaderRun, Placed, Record, shifted
from opencl_ls.preprocess.run_state import Checkpoint, Step, unterminated
from opencl_ls.syntax.pragma_marks import without_marks
from opencl_ls.text import longest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.preprocess.chunks import Chunk
    from opencl_ls.preprocess.lexer import Token
    from opencl_ls.preprocess.macros import Macro
    from opencl_ls.preprocess.notes import Note

INTERNAL: Final = frozenset({"<built-in>", "<command line>"})


class Definition(Struct, frozen=True):
    """One `#define`: the macro and the place of its name.

    The target's macros are in the file `<built-in>`, the user's in `<command line>`; `piece` is the
    piece of the unit before which the definition is.
    """

    macro: Macro
    file: str
    start: int
    end: int
    piece: int


class PlacedPragma(Struct, frozen=True):
    """A pragma, written as a directive or as `_Pragma("...")`, and the place where it takes effect.

    That is in the piece number `piece` of the unit, before the byte `within` of its text; -1 for a
    directive, which is before the whole piece.  `directive` holds the tokens, for a `_Pragma` those
    of the equivalent directive.
    """

    file: str
    start: int
    end: int
    piece: int
    within: int
    directive: Directive

    @property
    def is_directive(self) -> bool:
        """Whether it is written as a directive, so that its words are in the file."""
        return self.within < 0

    def place_of(self, token: Token) -> tuple[int, int]:
        """Return the place of one of its tokens; for a `_Pragma` that of its invocation."""
        if not self.is_directive:
            return self.start, self.end
        offset = self.start - self.directive.start
        start, end = self.directive.token_range(token)
        return offset + start, offset + end


class Inactive(Struct, frozen=True):
    """A region of a file that conditionals exclude."""

    file: str
    start: int
    end: int


class Change(Struct, frozen=True):
    """The difference of two states of a main file, which need not be adjacent.

    `added` pieces from `first` on replace `removed`.  In the main file the bytes from `start` to
    `end` of the older text were replaced; the text after them moved by `shift` bytes.  `directives`
    tells whether a directive, a `_Pragma`, a note about the text, or the text of an excluded group
    changed.
    """

    first: int
    removed: int
    added: int
    start: int
    end: int
    shift: int
    directives: bool

    def moved(self, offset: int) -> int | None:
        """Return the new offset of a byte of the older main file, None if it was changed."""
        if offset < self.start:
            return offset
        return offset + self.shift if offset >= self.end else None


class Unit:
    """A preprocessed main file.

    `pieces` is the active text in order, forced includes and headers in their places.  `idle` are
    the numbers of the steps in excluded groups, `skipped` of the includes among them, `lacking` of
    those whose file was not found, and `unread` of those with definitions that could not be parsed.
    A unit does not change after it is made; derived facts are computed on demand.
    """

    def __init__(
        self,
        path: str,
        text: str,
        prologue: tuple[HeaderRun, ...],
        steps: list[Step],
        chunks: list[Chunk],
        final: Checkpoint,
        macros: dict[str, Macro],
        change: tuple[int, int, int] | None,
        before: Unit | None,
    ) -> None:
        self.path = path
        self.source = text
        self.chunks = chunks
        self.steps = steps
        self.prologue = prologue
        self.final = final
        self.all_macros = macros
        self._offsets: Offsets | None = None
        self._counts: Offsets | None = None
        self._records: list[Placed] | None = None
        self._pragmas: list[PlacedPragma] | None = None
        self._definitions: dict[str, list[Definition]] | None = None
        self._by_macro: dict[Macro, list[Definition]] | None = None
        self._files: frozenset[str] | None = None
        self._change: tuple[ref[Unit], tuple[int, int, int]] | None = None
        self._diff: tuple[ref[Unit], Change | None] | None = None
        if change is None or before is None:
            pieces = [piece for run in prologue for piece in run.pieces]
            self.prologue_pieces = len(pieces)
            for step in steps:
                pieces += step.pieces
            self.pieces = pieces
            self.weight = sum(run.weight for run in prologue)
            self.weight += sum(step.weight for step in steps)
            self.open = [number for number, step in enumerate(steps) if step.open]
            self.effective = [number for number, step in enumerate(steps) if step.effects]
            self.idle = [number for number, step in enumerate(steps) if step.inactive]
            self.skipped = [number for number, step in enumerate(steps) if _skipped(step)]
            self.lacking = [number for number, step in enumerate(steps) if _lacks_file(step)]
            self.unread = [number for number, step in enumerate(steps) if _defines_unread(step)]
            self._lacked_before = any(map(_lacks, prologue))
        else:
            self._follow(before, change)

    def _follow(self, before: Unit, change: tuple[int, int, int]) -> None:
        # The old unit's caches for the unchanged steps are reused.
        first, removed, added = change
        old = before.steps[first : first + removed]
        new = self.steps[first : first + added]
        self._change = (ref(before), change)
        self.prologue_pieces = before.prologue_pieces
        counts = before.piece_counts
        self.pieces = before.pieces[: counts[first]]
        for step in new:
            self.pieces += step.pieces
        self.pieces += before.pieces[counts[first + removed] :]
        weight = sum(step.weight for step in new) - sum(step.weight for step in old)
        self.weight = before.weight + weight
        self.open = still(before.open, self.steps, change, _open)
        self.effective = still(before.effective, self.steps, change, _effects)
        self.idle = still(before.idle, self.steps, change, _idle)
        self.skipped = still(before.skipped, self.steps, change, _skipped)
        self.lacking = still(before.lacking, self.steps, change, _lacks_file)
        self.unread = still(before.unread, self.steps, change, _defines_unread)
        self._lacked_before = before._lacked_before
        if all(step.run is None for step in (*old, *new)):
            self._files = before._files
        self._counts = resummed(counts, first, removed, [len(step.pieces) for step in new])
        self._offsets = resummed(
            before.offsets, first, removed, [len(step.chunk.text) for step in new]
        )

    def change_from(self, before: Unit) -> tuple[int, int, int] | None:
        """Return which steps differ from those of the unit that this one was made from.

        It is (first, removed, added): from `first` on, `added` steps replace `removed` ones.  None
        if this unit was made from another one.
        """
        return self._change[1] if self._change is not None and self._change[0]() is before else None

    def runs(self) -> Iterator[tuple[int, HeaderRun]]:
        """Yield the headers that the main file and the settings include, with their first piece."""
        at = 0
        for run in self.prologue:
            yield at, run
            at += len(run.pieces)
        for step in self.steps:
            if step.run is not None:
                yield at, step.run
            at += len(step.pieces)

    # --- places ----------------------------------------------------------------------------------

    @property
    def offsets(self) -> Offsets:
        """The offset of each chunk of the main file, and its end."""
        if self._offsets is None:
            self._offsets = Offsets.sums(len(chunk.text) for chunk in self.chunks)
        return self._offsets

    @property
    def piece_counts(self) -> Offsets:
        """The number of pieces before each chunk of the main file, and before its end."""
        if self._counts is None:
            counts = (len(step.pieces) for step in self.steps)
            self._counts = Offsets.sums(counts, self.prologue_pieces)
        return self._counts

    def start_of(self, index: int) -> int:
        """Return the offset in `pieces[index].file` at which the piece's chunk begins.

        A piece's segments count from there.
        """
        piece = self.pieces[index]
        if piece.start >= 0:
            return piece.start
        return self.offsets[self.piece_counts.last_up_to(index)]

    def _main_notes(self) -> Iterator[tuple[str, int, Note]]:
        offsets = self.offsets
        for index, step in enumerate(self.steps):
            if step.notes:
                for note in step.notes:
                    yield self.path, offsets[index], note
            if step.run is not None:
                yield from step.run.notes
        if self.final.conditionals is not None:
            for at, note in unterminated(self.steps):
                yield self.path, at, note

    @property
    def findings(self) -> list[Finding]:
        """The problems, those of headers included, in the order of reading; each once."""
        result: dict[Finding, None] = {}
        for run in self.prologue:
            for file, offset, note in run.notes:
                if file not in INTERNAL or note.severity == 1:
                    result[self._finding(file, offset, note)] = None
        for file, offset, note in self._main_notes():
            result[self._finding(file, offset, note)] = None
        return list(result)

    def _finding(self, file: str, offset: int, note: Note) -> Finding:
        place = Place(file, offset + note.start, offset + note.end)
        related: tuple[Related, ...] = ()
        if note.macro is not None:
            definition = self.definition_of(note.macro)
            if definition is not None and definition.file not in INTERNAL:
                where = Place(definition.file, definition.start, definition.end)
                related = (Related(where, note.macro_message),)
        fixes: tuple[Fix, ...] = ()
        if note.instead:
            edit = TextEdit(place, note.instead)
            fixes = (Fix(f"Change to '{note.instead}'", (edit,), False),)
        return Finding(place, note.code, note.severity, note.message, related, fixes)

    @property
    def records(self) -> list[Placed]:
        """Every executed directive, in order."""
        if self._records is None:
            records: list[Placed] = []
            pieces = 0
            for run in self.prologue:
                records += shifted(run, pieces)
                pieces += len(run.pieces)
            offsets = self.offsets
            for index, step in enumerate(self.steps):
                for record in step.records:
                    records.append(Placed(self.path, offsets[index], pieces, record))
                if step.run is not None:
                    records += shifted(step.run, pieces)
                pieces += len(step.pieces)
            self._records = records
        return self._records

    @property
    def pragmas(self) -> list[PlacedPragma]:
        """Every pragma, directive or `_Pragma`, in the order in which they hold."""
        if self._pragmas is None:
            pragmas = [
                PlacedPragma(
                    placed.file, placed.start, placed.end, placed.piece, -1, placed.record.directive
                )
                for placed in self.records
                if placed.record.kind == "pragma"
            ]
            for number, piece in enumerate(self.pieces):
                if piece.expansion.pragmas:
                    base = self.start_of(number)
                    for operator in piece.expansion.pragmas:
                        text = f"#pragma {operator.content}"
                        pragmas.append(
                            PlacedPragma(
                                piece.file,
                                base + operator.start,
                                base + operator.end,
                                number,
                                operator.offset,
                                parse_directive(text, text, ()),
                            )
                        )
            pragmas.sort(key=lambda pragma: (pragma.piece, pragma.within))
            self._pragmas = pragmas
        return self._pragmas

    @property
    def inactive(self) -> list[Inactive]:
        """The regions that conditionals exclude, in order of reading."""
        result: list[Inactive] = []
        offset = 0
        region = -1
        for step in self.steps:
            if step.inactive != (region >= 0):
                if step.inactive:
                    region = offset
                else:
                    result.append(Inactive(self.path, region, offset))
                    region = -1
            if step.run is not None:
                result += [Inactive(*place) for place in step.run.inactive]
            offset += len(step.chunk.text)
        if region >= 0:
            result.append(Inactive(self.path, region, offset))
        return result

    # --- macros ----------------------------------------------------------------------------------

    @property
    def macros(self) -> dict[str, Macro]:
        """The macros at the end of the main file, without those that the preprocessor computes."""
        return {
            name: macro
            for name, macro in self.all_macros.items()
            if not macro.builtin and name[0] != "\x00"
        }

    @property
    def definitions(self) -> dict[str, list[Definition]]:
        """Every definition of each macro name, in order of reading."""
        if self._definitions is None:
            found: dict[str, list[Definition]] = {}
            for placed in self.records:
                record = placed.record
                if record.kind == "define" and record.macro is not None:
                    offset = placed.offset
                    definition = Definition(
                        record.macro,
                        placed.file,
                        offset + record.name_start,
                        offset + record.name_end,
                        placed.piece,
                    )
                    found.setdefault(record.name, []).append(definition)
            self._definitions = found
        return self._definitions

    def definition_of(self, macro: Macro, piece: int | None = None) -> Definition | None:
        """Where a macro that is in force at a piece (or anywhere) was defined."""
        if self._by_macro is None:
            self._by_macro = {}
            for definitions in self.definitions.values():
                for each in definitions:
                    self._by_macro.setdefault(each.macro, []).append(each)
        known = self._by_macro.get(macro)
        if known is None or piece is None:
            return None if known is None else known[-1]
        return known[max(0, bisect_right(known, piece, key=_piece_of) - 1)]

    @property
    def files(self) -> frozenset[str]:
        """The headers that were read, directly or not."""
        if self._files is None:
            runs = [step.run for step in self.steps if step.run is not None]
            found = frozenset().union(*(run.files for run in (*self.prologue, *runs)))
            self._files = found - INTERNAL
        return self._files

    @property
    def unread_macros(self) -> set[str]:
        """The names of macros whose definitions could not be parsed."""
        return {
            token.text
            for number in self.unread
            for record in _unread(self.steps[number])
            for token in record.directive.tokens[:1]
        }

    @property
    def lacks_file(self) -> bool:
        """Whether an executed include found no file."""
        return bool(self.lacking) or self._lacked_before

    def text(self) -> str:
        """Return the whole expanded text, with the pragmas on lines of their own."""
        pragmas: dict[int, list[str]] = {}
        for placed in self.records:
            if placed.record.kind == "pragma" and placed.record.name.split()[:1] != ["once"]:
                line = f"\n#pragma {placed.record.name}\n"
                pragmas.setdefault(placed.piece, []).append(line)
        parts: list[str] = []
        for index, piece in enumerate(self.pieces):
            parts += pragmas.get(index, ())
            expansion = piece.expansion
            if piece.chunk.is_directive:
                continue
            position = 0
            for pragma in expansion.pragmas:
                parts.append(without_marks(expansion.text[position : pragma.offset]))
                parts.append(f"\n#pragma {pragma.content}\n")
                position = pragma.offset
            parts.append(without_marks(expansion.text[position:]))
        parts += pragmas.get(len(self.pieces), ())
        return "".join(parts)


def _piece_of(definition: Definition) -> int:
    return definition.piece


def _open(step: Step) -> bool:
    return step.open


def _effects(step: Step) -> object:
    return step.effects


def _unread(step: Step) -> Iterator[Record]:
    """Yield the definitions of a step, and of its includes, that could not be parsed."""
    below = () if step.run is None else (placed.record for placed in step.run.records)
    for record in (*step.records, *below):
        if record.kind == "unread-define":
            yield record


def _defines_unread(step: Step) -> bool:
    return any(True for _ in _unread(step))


def _lacks_file(step: Step) -> bool:
    if step.run is not None and _lacks(step.run):
        return True
    return any(record.kind == "include" and record.path is None for record in step.records)


def _lacks(run: HeaderRun) -> bool:
    return any(
        placed.record.kind == "include" and placed.record.path is None for placed in run.records
    )


def _idle(step: Step) -> bool:
    return step.inactive


def _skipped(step: Step) -> bool:
    # An include in an excluded group.
    return step.inactive and step.chunk.is_directive and step.chunk.directive.kind == "include"


def changed(before: Unit, after: Unit) -> Change | None:
    """Return the difference of two states of one main file; None if they have little in common.

    The difference is computed once: the later state caches the last one.
    """
    known = after._diff  # noqa: SLF001 - a cache of this module
    if known is None or known[0]() is not before:
        known = after._diff = (ref(before), _changed(before, after))  # noqa: SLF001
    return known[1]


def _changed(before: Unit, after: Unit) -> Change | None:
    if before.prologue != after.prologue:
        return None
    old, new = before.steps, after.steps
    known = after.change_from(before)
    if known is not None:
        first, removed, added = known
        old_end, new_end = first + removed, first + added
    else:
        most = min(len(old), len(new))
        first = longest(most, lambda n: old[:n] == new[:n])
        rest = longest(most - first, lambda n: n == 0 or old[-n:] == new[-n:])
        old_end, new_end = len(old) - rest, len(new) - rest
    piece = before.piece_counts[first]
    end = before.offsets[old_end]
    open_at_end = before.final.conditionals is not None or after.final.conditionals is not None
    return Change(
        piece,
        before.piece_counts[old_end] - piece,
        after.piece_counts[new_end] - piece,
        before.offsets[first],
        end,
        after.offsets[new_end] - end,
        open_at_end
        or any(
            step.records
            or step.inactive
            or step.notes
            or step.run is not None
            or any(piece.expansion.pragmas for piece in step.pieces)
            for step in (*old[first:old_end], *new[first:new_end])
        ),
    )
