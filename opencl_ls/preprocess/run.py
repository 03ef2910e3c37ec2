"""Running a file chunk by chunk, with its includes on an explicit stack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final
from weakref import ref

from opencl_ls.preprocess.carry import DEEPEST_INCLUDE, Directives
from opencl_ls.preprocess.directives import comment_notes, text_notes
from opencl_ls.preprocess.expand import Expander, expand_chunk
from opencl_ls.preprocess.expansion import Expansion, Piece, Surroundings
from opencl_ls.preprocess.groups import Group, gather
from opencl_ls.preprocess.headers import (
    MOST_RUNS,
    Effect,
    HeaderRun,
    Headers,
    Placed,
    Recorder,
    SourceFile,
    shifted,
)
from opencl_ls.preprocess.lexer import IDENTIFIERS
from opencl_ls.preprocess.notes import Note, error
from opencl_ls.preprocess.state import Frame, Mark, State, Step, stamp_of, unterminated
from opencl_ls.syntax.pragma_marks import mark

if TYPE_CHECKING:
    from opencl_ls.preprocess.chunks import Chunk
    from opencl_ls.preprocess.macros import Macro

MOST_WEIGHT: Final = 64_000_000
"""Expanded bytes of a unit (with an allowance for each piece) after which it is cut short."""
PIECE_WEIGHT: Final = 512
GIVEN_UP_WEIGHT: Final = MOST_WEIGHT // 8
"""What an expansion counts for that was too large to follow: the time that it took."""

TOO_LARGE: Final = "\x00too large"

Resync = Callable[[int, Mark], bool]
"""Takes the index of a chunk of the main file and the state; True if the run may stop there."""


class Runner:
    """Runs files from one state; the state afterwards is left in `state`.

    `predefined` are the target's macros, by their signatures.
    """

    def __init__(
        self,
        headers: Headers,
        paths: tuple[str, ...],
        base_file: str,
        state: State,
        predefined: Mapping[str, str],
    ) -> None:
        self.headers = headers
        self.paths = paths
        self.base_file = base_file
        self.state = state
        self.predefined = predefined
        self.frames: list[Frame] = []
        self.weight = 0
        self.directives = Directives(self)

    def run_file(self, file: SourceFile) -> HeaderRun:
        """Run a file that the settings include, such as the command line's macros."""
        known = self._known_run(file, 0)
        if known is None:
            self.enter(file, 0, None)
            frame = self.frames[-1]
            self._loop(frame, None)
            self.frames.pop()
            known = self._finish(frame)
        else:
            self._replay(known, None, None)
        return known

    def run_main(self, frame: Frame, resync: Resync | None) -> list[Step]:
        """Run the main file from the frame's index until its end or until `resync` agrees."""
        self.frames.append(frame)
        self._loop(frame, resync)
        self.frames.clear()
        return frame.steps

    def main_frame(self, path: str, chunks: list[Chunk]) -> Frame:
        """A frame for the main file."""
        surroundings = Surroundings(path, self.base_file, 0, chunks)
        return Frame(path, chunks, 0, surroundings, None, self.mark_of(None, 0, path), None)

    def mark_of(self, frame: Frame | None, shift: int = 0, file: str = "") -> Mark:
        """The state as it is before the frame's next chunk."""
        state = self.state
        if frame is None:
            return Mark(state.stamp, None, state.counter, shift, file)
        surroundings = frame.surroundings
        return Mark(
            state.stamp, frame.conditionals, state.counter, surroundings.shift, surroundings.file
        )

    def _loop(self, root: Frame, resync: Resync | None) -> None:
        frames = self.frames
        while True:
            frame = frames[-1]
            if frame.index >= len(frame.chunks):
                if frame is root:
                    return
                frames.pop()
                self._merge(frames[-1], frame, self._finish(frame))
                continue
            mark = self.mark_of(frame)
            if frame is root and resync is not None and resync(frame.index, mark):
                return
            self.next_step(frame, mark)

    def next_step(self, frame: Frame, mark: Mark, absorbed: bool = False) -> Step:
        """Run the frame's next chunk; an include only pushes its frame."""
        chunk = frame.chunks[frame.index]
        step = Step(chunk, mark)
        step.absorbed = absorbed
        frame.steps.append(step)
        frame.surroundings.index = frame.index
        frame.index += 1
        if chunk.is_directive:
            self.directives.run(frame, step)
        elif not frame.active:
            step.inactive = True
        elif not absorbed:
            self._text(frame, step)
        if frame.index == len(frame.chunks) and not chunk.is_directive:
            step.notes += tuple(text_notes(*chunk.clean))
        return step

    # --- text ------------------------------------------------------------------------------------

    def _text(self, frame: Frame, step: Step) -> None:
        if self.weight > MOST_WEIGHT:
            self.too_large(frame, step)
            return
        chunk = step.chunk
        macros = self.state.macros
        surroundings = frame.surroundings
        surroundings.counter = self.state.counter
        if "/*" in chunk.text:
            step.notes += comment_notes(*chunk.clean)
        expansion, expander = expand_chunk(chunk, macros, surroundings, False)
        if expander is None:
            self._take(frame, step, expansion)
            return
        group = gather(self, frame, Group(expander, chunk.text))
        if group is None:
            step.open = True
            surroundings.counter = self.state.counter
            expansion, _ = expand_chunk(chunk, macros, surroundings, True)
            self._take(frame, step, expansion)
            return
        self._take(frame, step, expansion)
        while group is not None:
            # Macros may have been defined among the arguments: they hold from here on.
            surroundings.counter = self.state.counter
            index = surroundings.index
            surroundings.index = frame.chunks.index(chunk)
            names = self.state.macros.keys() & set(IDENTIFIERS.findall(group.source))
            expander = Expander(
                self.state.macros, surroundings, group.source, group.cuts, 0, group.raw
            )
            expansion = expander.expand_text(names, False, group.macro)
            following = None
            if expander.unclosed > 0:
                following = gather(self, frame, Group(expander, group.raw))
            if expander.unclosed >= 0 and following is None:
                step.open = True
                surroundings.counter = self.state.counter
                expander = Expander(
                    self.state.macros, surroundings, group.source, group.cuts, 0, group.raw
                )
                expansion = expander.expand_text(names, True, group.macro)
            surroundings.index = index
            self._take(frame, step, expansion)
            group = following

    def _take(self, frame: Frame, step: Step, expansion: Expansion) -> None:
        self.state.counter = frame.surroundings.counter
        if expansion.builtins:
            step.uses_line = step.uses_line or "__LINE__" in expansion.builtins
        recorder = frame.recorder
        start = -1
        if recorder is not None:
            recorder.look_all(expansion.present, expansion.absent)
            recorder.builtins |= expansion.builtins
            start = 0
        step.notes += expansion.notes
        if self.weight > MOST_WEIGHT:
            self.too_large(frame, step)
            return
        chunk = step.chunk
        piece = None if chunk.piece is None else chunk.piece()
        if piece is None or piece.expansion is not expansion or (piece.start < 0) != (start < 0):
            piece = Piece(frame.path, chunk, expansion, start)
            chunk.piece = ref(piece)
        step.pieces += (piece,)
        weight = len(expansion.text) + PIECE_WEIGHT
        for note in expansion.notes:
            if note.code == "preprocessor/expansion-limit":
                weight += GIVEN_UP_WEIGHT
        step.weight += weight
        self.weight += weight

    def mark_pragma(self, frame: Frame, step: Step, words: str) -> None:
        """Put a mark of a pragma into the text, where its place counts."""
        chunk = step.chunk
        if chunk.plain is None:
            directive = chunk.directive
            marked = mark(words, directive.end - directive.start)
            if not marked:
                return
            text = f"{' ' * directive.start}{marked}\n"
            chunk.plain = Expansion(text, text)
        frame.surroundings.counter = self.state.counter
        self._take(frame, step, chunk.plain)

    def too_large(self, frame: Frame, step: Step) -> None:
        """Report once that the unit grows beyond all measure."""
        recorder = frame.recorder
        if recorder is not None:
            recorder.look(TOO_LARGE, self.state.macros.get(TOO_LARGE))
        if TOO_LARGE in self.state.macros:
            return
        self.set_macro(frame, step, TOO_LARGE, self.directives.sentinel)
        message = "the expanded text is too large to follow: what comes after is left out"
        end = len(step.chunk.text.rstrip()) or 1
        note = error(0, min(end, 200), "expansion-limit", message)
        step.notes += (note,)

    def set_macro(self, frame: Frame, step: Step, name: str, macro: Macro | None) -> None:
        """Change the table, with the change noted on the step and in the recorder."""
        effect = self.state.set(name, macro)
        step.effects += (effect,)
        if frame.recorder is not None:
            frame.recorder.look(name, effect[1])
            frame.recorder.written.add(name)

    # --- headers ---------------------------------------------------------------------------------

    def enter(self, file: SourceFile, level: int, owner: Step | None) -> None:
        """Push a frame for a header."""
        surroundings = Surroundings(file.path, self.base_file, level, file.chunks)
        frame = Frame(
            file.path,
            file.chunks,
            level,
            surroundings,
            Recorder(),
            self.mark_of(None),
            owner,
            file,
        )
        frame.files.add(file.path)
        self.frames.append(frame)

    def include(self, frame: Frame, step: Step, file: SourceFile) -> None:
        """Replay a header's run if one is known for this state, else push its frame.

        What does not fit as a whole is run again, to be cut short where it is too much.
        """
        if self.weight > MOST_WEIGHT:
            self.too_large(frame, step)
            return
        level = frame.level + 1
        known = self._known_run(file, level)
        if known is None or self.weight + known.weight > MOST_WEIGHT:
            self.enter(file, level, step)
        else:
            self._replay(known, frame, step)

    def _known_run(self, file: SourceFile, level: int) -> HeaderRun | None:
        state = self.state
        for run in file.runs:
            if run.valid(
                state.macros, state.counter, level, self.base_file, self.paths, DEEPEST_INCLUDE
            ):
                return run
        return None

    def _replay(self, run: HeaderRun, frame: Frame | None, step: Step | None) -> None:
        state = self.state
        state.macros.update(run.sets)
        for name in run.removed:
            state.macros.pop(name, None)
        state.stamp ^= run.stamp
        state.counter += run.counted
        self.weight += run.weight
        if frame is not None:
            self._attach(frame, step, run)

    def _merge(self, frame: Frame, finished: Frame, run: HeaderRun) -> None:
        self._attach(frame, finished.owner, run)

    def _attach(self, frame: Frame, step: Step | None, run: HeaderRun) -> None:
        assert step is not None
        step.run = run
        step.pieces += run.pieces
        step.effects += run.effects
        step.weight += run.weight
        frame.height = max(frame.height, run.height + 1)
        frame.exact = frame.exact or run.exact_level is not None
        frame.files |= run.files
        recorder = frame.recorder
        if recorder is not None:
            recorder.look_all(run.recorder.present, run.recorder.absent)
            recorder.written |= run.recorder.written
            recorder.builtins |= run.recorder.builtins

    def _finish(self, frame: Frame) -> HeaderRun:
        # Gather what the header's steps gave into one run.
        recorder = frame.recorder
        assert recorder is not None
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
        stamp = 0
        for name, previous, macro in effects:
            stamp ^= stamp_of(name, previous) ^ stamp_of(name, macro)
        builtins = recorder.builtins
        noted = PIECE_WEIGHT * (len(notes) + len(records))
        self.weight += noted
        run = HeaderRun(
            frame.path,
            tuple(pieces),
            tuple(notes),
            tuple(records),
            tuple(inactive),
            effects,
            stamp,
            recorder,
            frame.entry.counter if "__COUNTER__" in builtins else None,
            self.state.counter - frame.entry.counter,
            frame.level if "__INCLUDE_LEVEL__" in builtins else None,
            self.base_file if "__BASE_FILE__" in builtins else None,
            frame.height,
            frame.level if frame.exact else None,
            frozenset(frame.files),
            self.paths,
            sum(step.weight for step in frame.steps) + noted,
            {name: macro for name, _, macro in effects if macro is not None},
            tuple(name for name, _, macro in effects if macro is None),
        )
        # One that was cut short depends on how much came before it.
        if frame.source is not None and TOO_LARGE not in before:
            frame.source.runs.insert(0, run)
            del frame.source.runs[MOST_RUNS:]
        return run


def _placed(piece: Piece, offset: int) -> Piece:
    if piece.start == offset:
        return piece
    placed = Piece(piece.file, piece.chunk, piece.expansion, offset)
    piece.chunk.piece = ref(placed)
    return placed
