"""Preprocesses a main file, and after each edit the part that the edit affects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

from opencl_ls.preprocess.chunk_splitting import SourceEdit, resplit, split
from opencl_ls.preprocess.headers import HeaderRun, Headers, predefined
from opencl_ls.preprocess.macros import BUILTINS, Macro
from opencl_ls.preprocess.run_context import MOST_WEIGHT, RunContext
from opencl_ls.preprocess.run_state import Checkpoint, MacroTable, Step
from opencl_ls.preprocess.runner import Runner
from opencl_ls.preprocess.unit import Unit
from opencl_ls.text import difference

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from opencl_ls.preprocess.chunks import Chunk
    from opencl_ls.preprocess.sources import Store

Action = tuple[Literal["define", "undef", "include"], str]
"""A user's option: ("define", "NAME" or "NAME=VALUE"), ("undef", "NAME"), ("include", "file")."""


class Options(Struct, frozen=True):
    """How a main file is preprocessed.

    `predefined` are the target's macros; `actions` are the user's, in order, forced includes last
    as in compilers; `paths` are the include folders; `base_file` is `__BASE_FILE__`.
    """

    predefined: Mapping[str, str] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    paths: tuple[str, ...] = ()


class Preprocessor:
    """One open file: `unit` is its current state, `update` and `set_text` replace it."""

    def __init__(
        self, path: str, text: str, headers: Headers, options: Options | None = None
    ) -> None:
        self.path = path
        self.headers = headers
        self.options = options if options is not None else Options()
        self.unit = self._cold(text)

    def update(self, edit: SourceEdit, result: str | None = None) -> Unit:
        """Apply an edit (byte offsets of the current text); return the new unit.

        `result` is the text after the edit, if the caller has it already.
        """
        old = self.unit
        length = len(old.source)
        start = max(0, min(edit.start, length))
        edit = SourceEdit(start, max(start, min(edit.end, length)), edit.text)
        text = edit.apply(old.source) if result is None else result
        if not old.chunks or not text:
            self.unit = self._cold(text)
            return self.unit
        offsets = old.offsets
        edited = min(offsets.last_up_to(edit.start), len(old.chunks) - 1)
        cut = resplit(old.chunks, text, edit, edited, offsets[edited])
        lines = 0
        for chunk in cut.chunks[cut.first : cut.first + cut.added]:
            lines += chunk.newlines
        for chunk in old.chunks[cut.first : cut.first + cut.removed]:
            lines -= chunk.newlines
        self.unit = self._rerun(
            text, cut.chunks, cut.first, cut.first + cut.removed, cut.first + cut.added, lines != 0
        )
        return self.unit

    def set_text(self, text: str) -> Unit:
        """Replace the whole text; the equal parts at both ends are not run again."""
        old = self.unit.source
        if old == text:
            return self.unit
        start, end, new_end = difference(old, text)
        return self.update(SourceEdit(start, end, text[start:new_end]))

    def refresh(self, paths: Iterable[str] | None = None) -> Unit:
        """Run again after headers changed (those in `paths`, or any), with all caches."""
        old = self.unit
        changed = None if paths is None else frozenset(paths)
        for run in old.prologue:
            if changed is None or not changed.isdisjoint(run.files):
                self.unit = self._cold(old.source, old.chunks)
                return self.unit
        for index, step in enumerate(old.steps):
            missing = changed is None and step.records and step.records[0].kind == "include"
            rests = step.run is not None and (
                changed is None or not changed.isdisjoint(step.run.files)
            )
            if missing or rests:
                self.unit = self._rerun(
                    old.source, old.chunks, index, len(old.chunks), len(old.chunks), False
                )
                return self.unit
        return old

    def set_options(self, options: Options) -> Unit:
        """Run again with other options; chunks and expansions that are still valid are kept."""
        self.options = options
        self.unit = self._cold(self.unit.source, self.unit.chunks)
        return self.unit

    def _cold(self, text: str, chunks: list[Chunk] | None = None) -> Unit:
        chunks = split(text) if chunks is None else chunks
        runner, prologue = self._start()
        frame = runner.main_frame(self.path, chunks)
        steps = runner.run_main(frame, None)
        final = runner.context.checkpoint(frame)
        return Unit(
            self.path, text, prologue, steps, chunks, final, runner.context.table.macros, None, None
        )

    def _start(self) -> tuple[Runner, tuple[HeaderRun, ...]]:
        options = self.options
        runner = self._runner(MacroTable(dict(BUILTINS)), self.headers.store)
        lines = [f"#define {name} {value}\n" for name, value in options.predefined.items()]
        actions = "".join(_action_line(*action) for action in _includes_last(options.actions))
        command_line = self.headers.virtual("<command line>", actions)
        return runner, (runner.run_file(predefined("".join(lines))), runner.run_file(command_line))

    def _runner(self, table: MacroTable, store: Store | None = None) -> Runner:
        options = self.options
        return Runner(
            RunContext(self.headers, options.paths, self.path, table, options.predefined, store)
        )

    def _rerun(
        self,
        text: str,
        chunks: list[Chunk],
        first: int,
        old_end: int,
        new_end: int,
        lines_moved: bool,
    ) -> Unit:
        """Run from the chunk `first` on, until the state is that of the old unit again.

        Chunks [first, old_end) of the old unit became [first, new_end).
        """
        old = self.unit
        if old.weight > MOST_WEIGHT:
            # The place where a unit is cut short depends on all text before it.
            return self._cold(text, chunks)
        first = _first_affected(old, first)
        checkpoint = old.steps[first].checkpoint if first < len(old.steps) else old.final
        table = _table_before(old, first, checkpoint)
        runner = self._runner(table)
        frame = runner.main_frame(self.path, chunks)
        shift = old_end - new_end
        steps = old.steps[:first]
        index = first
        while True:
            frame.restart(index, checkpoint)
            steps += runner.run_main(frame, _Resync(old, new_end, shift).agrees)
            changed_end = len(steps)
            if frame.index >= len(chunks):
                break
            # The rest is unchanged, except chunks that use line numbers.
            same = frame.index + shift
            stop = _first_line_use(old.steps, same) if lines_moved else len(old.steps)
            steps += old.steps[same:stop]
            if stop == len(old.steps):
                break
            for step in old.steps[same:stop]:
                for name, _, macro in step.effects:
                    _put(table.macros, name, macro)
            checkpoint = old.steps[stop].checkpoint
            table.fingerprint, table.counter = checkpoint.fingerprint, checkpoint.counter
            index = stop - shift
            new_end = max(new_end, index + 1)
        is_at_end = frame.index >= len(chunks)
        final = runner.context.checkpoint(frame) if is_at_end else old.final
        is_same_table = final.fingerprint == old.final.fingerprint
        macros = old.all_macros if is_same_table else table.macros
        removed = len(old.steps) - (len(steps) - changed_end) - first
        change = first, removed, changed_end - first
        made = Unit(self.path, text, old.prologue, steps, chunks, final, macros, change, old)
        return self._cold(text, chunks) if made.weight > MOST_WEIGHT else made


class _Resync:
    """The end of a run: the same chunk in the same state as in the old unit."""

    __slots__ = ("new_end", "old", "shift")

    def __init__(self, old: Unit, new_end: int, shift: int) -> None:
        self.old = old
        self.new_end = new_end
        self.shift = shift

    def agrees(self, index: int, checkpoint: Checkpoint) -> bool:
        if index < self.new_end:
            return False
        steps = self.old.steps
        step = steps[index + self.shift]
        return not step.absorbed and checkpoint.same_as(step.checkpoint)


def _first_affected(unit: Unit, first: int) -> int:
    """Return the first step that an edit at the step `first` may change.

    An invocation that the edit touches began in an earlier chunk, or may reach this one now.
    """
    if unit.open and unit.open[0] < first:
        return unit.open[0]
    return _invocation_start(unit.steps, first)


def _table_before(unit: Unit, first: int, checkpoint: Checkpoint) -> MacroTable:
    """Return the macro table before a step: the final one, with the later changes undone."""
    macros = dict(unit.all_macros)
    for number in reversed(unit.effective):
        if number < first:
            break
        for name, before, _ in reversed(unit.steps[number].effects):
            _put(macros, name, before)
    return MacroTable(macros, checkpoint.fingerprint, checkpoint.counter)


def _first_line_use(steps: list[Step], start: int) -> int:
    """Return the first step from `start` on that depends on line numbers, or their number."""
    for number in range(start, len(steps)):
        if steps[number].uses_line:
            return _invocation_start(steps, number)
    return len(steps)


def _invocation_start(steps: list[Step], index: int) -> int:
    """Return the step in which the invocation that holds a step began, or the step itself."""
    while 0 < index < len(steps) and steps[index].absorbed:
        index -= 1
    return index


def _put(macros: dict[str, Macro], name: str, macro: Macro | None) -> None:
    if macro is None:
        macros.pop(name, None)
    else:
        macros[name] = macro


def _includes_last(actions: tuple[Action, ...]) -> list[Action]:
    return sorted(actions, key=lambda action: action[0] == "include")


def _action_line(kind: str, value: str) -> str:
    if kind == "include":
        return f'#include "{value}"\n'
    # A newline would begin another directive.
    value = value.replace("\r", " ").replace("\n", " ")
    if kind == "undef":
        return f"#undef {value}\n"
    name, equals, body = value.partition("=")
    return f"#define {name} {body if equals else '1'}\n"
