"""The context of a run: the state that its files share, and the operations on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import ref

from opencl_ls.preprocess.chunks import Piece
from opencl_ls.preprocess.macros import Macro
from opencl_ls.preprocess.run_state import Checkpoint
from opencl_ls.preprocess.source_map import Expansion
from opencl_ls.preprocess.text_expansion import TextExpander
from opencl_ls.syntax.pragma_marks import mark

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencl_ls.preprocess.directives import Directive
    from opencl_ls.preprocess.headers import Headers
    from opencl_ls.preprocess.lexer import Token
    from opencl_ls.preprocess.run_state import Frame, MacroTable, Step
    from opencl_ls.preprocess.sources import Store

MOST_WEIGHT: Final = 64_000_000
"""The size of a unit in bytes of expanded text, `PIECE_WEIGHT` included, at which it is cut."""
PIECE_WEIGHT: Final = 512
"""The allowance in bytes for each piece, note and record."""
GIVEN_UP_WEIGHT: Final = MOST_WEIGHT // 8
"""The weight in bytes of an expansion that was too large to follow, for the time that it took."""

FLAG: Final = Macro("")
"""The value of a key of the macro table that is no name of a macro, such as `TOO_LARGE`."""
TOO_LARGE: Final = "\x00too large"
"""The key in the macro table that tells that the limit was reported."""


class RunContext:
    """The settings of a run, its macro table, the open files and the weight so far.

    `predefined` are the target's macros, by their signatures; `paths` the include folders; `store`
    has the runs that other processes kept.
    """

    __slots__ = (
        "base_file",
        "frames",
        "headers",
        "paths",
        "predefined",
        "store",
        "table",
        "weight",
    )

    def __init__(
        self,
        headers: Headers,
        paths: tuple[str, ...],
        base_file: str,
        table: MacroTable,
        predefined: Mapping[str, str],
        store: Store | None = None,
    ) -> None:
        self.headers = headers
        self.paths = paths
        self.base_file = base_file
        self.table = table
        self.predefined = predefined
        self.store = store
        self.frames: list[Frame] = []
        self.weight = 0

    def checkpoint(self, frame: Frame | None, shift: int = 0, file: str = "") -> Checkpoint:
        """Return the state before the frame's next chunk, or that at the start of a file."""
        table = self.table
        if frame is None:
            return Checkpoint(table.fingerprint, None, table.counter, shift, file)
        place = frame.position_macros
        return Checkpoint(
            table.fingerprint,
            frame.conditionals,
            table.counter,
            place.shift,
            place.file,
            frame.unclosed,
        )

    # --- macros ----------------------------------------------------------------------------------

    def look_up(self, frame: Frame, name: str) -> Macro | None:
        """Return the macro of a name, and note that the frame's header depends on it."""
        macro = self.table.macros.get(name)
        if frame.dependencies is not None:
            frame.dependencies.look(name, macro)
        return macro

    def set_macro(self, frame: Frame, step: Step, name: str, macro: Macro | None) -> None:
        """Define a name, or undefine it with None; the step and its header note the change."""
        effect = self.table.set(name, macro)
        step.effects += (effect,)
        if frame.dependencies is not None:
            frame.dependencies.look(name, effect[1])
            frame.dependencies.written.add(name)

    def expand(
        self, frame: Frame, step: Step, tokens: list[Token], condition: bool = False
    ) -> list[Token]:
        """Expand tokens of the step's directive; in a condition, `defined` keeps its operand."""
        directive = step.chunk.directive
        table = self.table
        place = frame.position_macros
        place.counter = table.counter
        expander = TextExpander(
            table.macros, place, directive.text, directive.cuts, 0, step.chunk.text
        )
        expander.constants = self.headers.constants
        if condition:
            expander.finds = partial(self._has_file, frame)
        expanded = expander.expand_tokens(tokens, condition)
        table.counter = place.counter
        step.notes += tuple(expander.notes)
        if "__LINE__" in expander.builtins:
            step.uses_line = True
        dependencies = frame.dependencies
        if dependencies is not None:
            names = {token.text for token in tokens if token.name}
            dependencies.look_all(*expander.looked_up(names))
            dependencies.builtins |= expander.builtins
        return expanded

    # --- files -----------------------------------------------------------------------------------

    def resolve(self, frame: Frame, name: str, quoted: bool, is_next: bool) -> str | None:
        """Return the path of a header that the frame's file names, None if there is none.

        With `is_next` the search begins after the folder of the frame's file.
        """
        paths = self.paths
        if is_next:
            paths, quoted = _paths_after(frame.path, paths), False
        if not name:
            return None
        found = self.headers.resolve(name, quoted, frame.path, paths)
        if frame.dependencies is not None:
            frame.dependencies.lookups[name, quoted, frame.path, paths] = found
        return found

    def _has_file(self, frame: Frame, name: str, quoted: bool, query: str) -> bool:
        """Answer `__has_include` as an `#include` of the same name would find its file.

        `__has_embed` has the same answer: it does not matter whether the file is empty.
        """
        return self.resolve(frame, name, quoted, query == "__has_include_next") is not None

    # --- text ------------------------------------------------------------------------------------

    def add_expansion(self, frame: Frame, step: Step, expansion: Expansion) -> None:
        """Add the expansion of a step's text as a piece, unless the unit is too large."""
        self.table.counter = frame.position_macros.counter
        if expansion.builtins:
            step.uses_line = step.uses_line or "__LINE__" in expansion.builtins
        dependencies = frame.dependencies
        start = -1
        if dependencies is not None:
            dependencies.look_all(expansion.present, expansion.absent)
            dependencies.builtins |= expansion.builtins
            start = 0
        step.notes += expansion.notes
        if self.is_too_large(frame, step):
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

    def add_pragma_mark(self, frame: Frame, step: Step, directive: Directive, words: str) -> None:
        """Put the mark of a pragma whose place matters into the text."""
        chunk = step.chunk
        if chunk.plain is None:
            marked = mark(words, directive.end - directive.start)
            if not marked:
                return
            text = f"{' ' * directive.start}{marked}\n"
            chunk.plain = Expansion(text, text)
        frame.position_macros.counter = self.table.counter
        self.add_expansion(frame, step, chunk.plain)

    def is_too_large(self, frame: Frame, step: Step) -> bool:
        """Tell whether the unit reached `MOST_WEIGHT`, which is reported once."""
        if self.weight <= MOST_WEIGHT:
            return False
        if self.look_up(frame, TOO_LARGE) is None:
            self.set_macro(frame, step, TOO_LARGE, FLAG)
            message = "the expanded text is too large to follow: what comes after is left out"
            end = len(step.chunk.text.rstrip()) or 1
            step.error(0, min(end, 200), "expansion-limit", message)
        return True


def _paths_after(path: str, paths: tuple[str, ...]) -> tuple[str, ...]:
    for index, folder in enumerate(paths):
        if path.startswith(folder.rstrip("/") + "/"):
            return paths[index + 1 :]
    return paths
