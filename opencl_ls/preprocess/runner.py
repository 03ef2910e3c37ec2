"""Running a file chunk by chunk, with its includes on an explicit stack."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from weakref import ref

from opencl_ls.preprocess.chunks import Piece
from opencl_ls.preprocess.directive_execution import execute_directive
from opencl_ls.preprocess.directives import comment_notes, text_notes
from opencl_ls.preprocess.headers import (
    MOST_RUNS,
    Effect,
    HeaderDependencies,
    HeaderRun,
    Placed,
    SourceFile,
    shifted,
)
from opencl_ls.preprocess.include_directives import DEEPEST_INCLUDE
from opencl_ls.preprocess.lexer import names_in
from opencl_ls.preprocess.position_macros import PositionMacros
from opencl_ls.preprocess.run_context import MOST_WEIGHT, PIECE_WEIGHT, TOO_LARGE, RunContext
from opencl_ls.preprocess.run_state import (
    Checkpoint,
    Frame,
    Step,
    entry_fingerprint,
    unterminated,
)
from opencl_ls.preprocess.spanning_invocations import SpanningInvocation, gather
from opencl_ls.preprocess.text_expansion import TextExpander, expand_chunk

if TYPE_CHECKING:
    from opencl_ls.preprocess.chunks import Chunk
    from opencl_ls.preprocess.notes import Note

Resync = Callable[[int, Checkpoint], bool]
"""Takes the index of a chunk of the main file and the state; True if the run may stop there."""


class Runner:
    """Runs files from one state; the state afterwards is left in `context.table`."""

    def __init__(self, context: RunContext) -> None:
        self.context = context

    def run_file(self, file: SourceFile) -> HeaderRun:
        """Run a file that the settings include, such as the command line's macros."""
        known = self._known_run(file, 0)
        if known is None:
            self._enter(file, 0, None)
            frame = self.context.frames[-1]
            self._loop(frame, None)
            self.context.frames.pop()
            known = self._finish(frame)
        else:
            self._apply(known)
        return known

    def run_main(self, frame: Frame, resync: Resync | None) -> list[Step]:
        """Run the main file from the frame's index until its end or until `resync` agrees."""
        self.context.frames.append(frame)
        self._loop(frame, resync)
        self.context.frames.clear()
        return frame.steps

    def main_frame(self, path: str, chunks: list[Chunk]) -> Frame:
        """Return a frame for the main file."""
        context = self.context
        place = PositionMacros(path, context.base_file, 0, chunks)
        return Frame(path, chunks, 0, place, None, context.checkpoint(None, 0, path), None)

    def _loop(self, root: Frame, resync: Resync | None) -> None:
        frames = self.context.frames
        while True:
            frame = frames[-1]
            if frame.index >= len(frame.chunks):
                if frame is root:
                    return
                frames.pop()
                run = self._finish(frame)
                self._keep(frame, run)
                _attach(frames[-1], frame.owner, run)
                continue
            checkpoint = self.context.checkpoint(frame)
            if frame is root and resync is not None and resync(frame.index, checkpoint):
                return
            self._next_step(frame, checkpoint)

    def _next_step(self, frame: Frame, checkpoint: Checkpoint, absorbed: bool = False) -> Step:
        """Run the frame's next chunk; an include only pushes its frame."""
        chunk = frame.chunks[frame.index]
        step = Step(chunk, checkpoint)
        step.absorbed = absorbed
        frame.steps.append(step)
        frame.position_macros.index = frame.index
        frame.index += 1
        if chunk.is_directive:
            file = execute_directive(self.context, frame, step)
            if file is not None:
                self._include(frame, step, file)
        elif not frame.active:
            step.inactive = True
        elif not absorbed:
            self._text(frame, step)
        if frame.index == len(frame.chunks) and not chunk.is_directive:
            step.notes += tuple(text_notes(*chunk.clean))
        return step

    def _absorbed_step(self, frame: Frame) -> Step:
        """Run the frame's next chunk as a part of an invocation that began before it."""
        return self._next_step(frame, self.context.checkpoint(frame), True)

    # --- text ------------------------------------------------------------------------------------

    def _text(self, frame: Frame, step: Step) -> None:
        context = self.context
        if context.is_too_large(frame, step):
            return
        chunk = step.chunk
        macros = context.table.macros
        place = frame.position_macros
        place.counter = context.table.counter
        if "/*" in chunk.text:
            step.notes += comment_notes(*chunk.clean)
        expansion, expander = expand_chunk(chunk, macros, place, False)
        if expander is not None:
            invocation = self._gather(frame, SpanningInvocation(expander, chunk.text))
            if invocation is not None:
                context.add_expansion(frame, step, expansion)
                self._spanning_text(frame, step, invocation)
                return
            step.open = True
            place.counter = context.table.counter
            expansion, _ = expand_chunk(chunk, macros, place, True)
        context.add_expansion(frame, step, expansion)

    def _spanning_text(self, frame: Frame, step: Step, invocation: SpanningInvocation) -> None:
        """Expand the text of an invocation over several chunks, and of those that follow it."""
        context = self.context
        place = frame.position_macros
        macros = context.table.macros
        following: SpanningInvocation | None = invocation
        while following is not None:
            group, following = following, None
            # Macros may have been defined among the arguments: they hold from here on.
            place.counter = context.table.counter
            names = macros.keys() & names_in(group.source)
            expander = TextExpander(macros, place, group.source, group.cuts, 0, group.raw)
            expansion = expander.expand_text(names, False, group.macro)
            if expander.unclosed > 0:
                following = self._gather(frame, SpanningInvocation(expander, group.raw))
            if expander.unclosed >= 0 and following is None:
                step.open = True
                place.counter = context.table.counter
                expander = TextExpander(macros, place, group.source, group.cuts, 0, group.raw)
                expansion = expander.expand_text(names, True, group.macro)
            context.add_expansion(frame, step, expansion)

    def _gather(self, frame: Frame, invocation: SpanningInvocation) -> SpanningInvocation | None:
        return gather(self.context, frame, invocation, self._absorbed_step)

    # --- headers ---------------------------------------------------------------------------------

    def _enter(self, file: SourceFile, level: int, owner: Step | None) -> None:
        """Push a frame for a header."""
        position_macros = PositionMacros(file.path, self.context.base_file, level, file.chunks)
        frame = Frame(
            file.path,
            file.chunks,
            level,
            position_macros,
            HeaderDependencies(),
            self.context.checkpoint(None),
            owner,
            file,
        )
        frame.files.add(file.path)
        self.context.frames.append(frame)

    def _include(self, frame: Frame, step: Step, file: SourceFile) -> None:
        """Replay a header's run if one is known for this state, else push its frame.

        If the whole run exceeds the limit it is run again, and cut short there.
        """
        if self.context.is_too_large(frame, step):
            return
        level = frame.level + 1
        known = self._known_run(file, level) or self._kept_run(file, level)
        if known is None or self.context.weight + known.weight > MOST_WEIGHT:
            self._enter(file, level, step)
        else:
            self._apply(known)
            _attach(frame, step, known)

    def _known_run(self, file: SourceFile, level: int) -> HeaderRun | None:
        state = self.context.table
        for run in file.runs:
            if run.valid(
                state.macros,
                state.counter,
                level,
                self.context.base_file,
                self.context.paths,
                DEEPEST_INCLUDE,
            ):
                return run
        return None

    def _kept_run(self, file: SourceFile, level: int) -> HeaderRun | None:
        """Return the run of a header that the main file or the command line includes, if kept."""
        store = self.context.store
        if store is None or level != 1:
            return None
        from opencl_ls.preprocess.kept_runs import load_run  # noqa: PLC0415 - only with a store

        run = load_run(self.context, file, store)
        if run is None:
            return None
        file.runs.insert(0, run)
        del file.runs[MOST_RUNS:]
        return self._known_run(file, level)

    def _keep(self, frame: Frame, run: HeaderRun) -> None:
        store, file = self.context.store, frame.source
        if store is not None and file is not None and frame.level == 1 and run in file.runs:
            from opencl_ls.preprocess.kept_runs import keep_run  # noqa: PLC0415 - likewise

            keep_run(self.context, file, run, store)

    def _apply(self, run: HeaderRun) -> None:
        """Apply the effects of a cached run to the state."""
        context, table = self.context, self.context.table
        table.macros.update(run.sets)
        for name in run.removed:
            table.macros.pop(name, None)
        table.fingerprint ^= run.fingerprint
        table.counter += run.counted
        context.weight += run.weight

    def _finish(self, frame: Frame) -> HeaderRun:
        # Gather what the header's steps gave into one run.
        dependencies = frame.dependencies
        assert dependencies is not None
        pieces: list[Piece] = []
        notes: list[tuple[str, int, Note]] = []
        records: list[Placed] = []
        inactive: list[tuple[str, int, int]] = []
        before: dict[str, Effect] = {}
        offset = 0
        region = -1
        for step in frame.steps:
            if step.inactive != (region >= 0):
                if step.inactive:
                    region = offset
                else:
                    inactive.append((frame.path, region, offset))
                    region = -1
            notes += [(frame.path, offset, note) for note in step.notes]
            records += [Placed(frame.path, offset, len(pieces), record) for record in step.records]
            for name, previous, macro in step.effects:
                first = before.get(name)
                before[name] = (name, first[1] if first else previous, macro)
            if step.run is not None:
                run = step.run
                notes += run.notes
                inactive += run.inactive
                records += shifted(run, len(pieces))
                pieces += step.pieces
            else:
                pieces += [_placed(piece, offset) for piece in step.pieces]
            offset += len(step.chunk.text)
        if region >= 0:
            inactive.append((frame.path, region, offset))
        notes += [(frame.path, at, note) for at, note in unterminated(frame.steps)]
        effects = tuple(effect for effect in before.values() if effect[1] is not effect[2])
        fingerprint = 0
        for name, previous, macro in effects:
            fingerprint ^= entry_fingerprint(name, previous) ^ entry_fingerprint(name, macro)
        builtins = dependencies.builtins
        noted = PIECE_WEIGHT * (len(notes) + len(records))
        self.context.weight += noted
        run = HeaderRun(
            frame.path,
            tuple(pieces),
            tuple(notes),
            tuple(records),
            tuple(inactive),
            effects,
            fingerprint,
            dependencies,
            frame.entry.counter if "__COUNTER__" in builtins else None,
            self.context.table.counter - frame.entry.counter,
            frame.level if "__INCLUDE_LEVEL__" in builtins else None,
            self.context.base_file if "__BASE_FILE__" in builtins else None,
            frame.height,
            frame.level if frame.exact else None,
            frozenset(frame.files),
            self.context.paths,
            sum(step.weight for step in frame.steps) + noted,
            {name: macro for name, _, macro in effects if macro is not None},
            tuple(name for name, _, macro in effects if macro is None),
        )
        # A run that was cut short depends on the size of the text before it.
        if frame.source is not None and TOO_LARGE not in before:
            frame.source.runs.insert(0, run)
            del frame.source.runs[MOST_RUNS:]
        return run


def _attach(frame: Frame, step: Step | None, run: HeaderRun) -> None:
    """Attach the run of a header to the step, and to the frame, that includes it."""
    assert step is not None
    step.run = run
    step.pieces += run.pieces
    step.effects += run.effects
    step.weight += run.weight
    frame.height = max(frame.height, run.height + 1)
    frame.exact = frame.exact or run.exact_level is not None
    frame.files |= run.files
    dependencies = frame.dependencies
    if dependencies is not None:
        dependencies.include(run.dependencies)


def _placed(piece: Piece, offset: int) -> Piece:
    if piece.start == offset:
        return piece
    placed = Piece(piece.file, piece.chunk, piece.expansion, offset)
    piece.chunk.piece = ref(placed)
    return placed
