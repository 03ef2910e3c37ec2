"""The state of a run through a file, which directives change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.preprocess.notes import Note, error, warning

if TYPE_CHECKING:
    from opencl_ls.preprocess.chunks import Chunk, Piece
    from opencl_ls.preprocess.headers import (
        Effect,
        HeaderDependencies,
        HeaderRun,
        Record,
        SourceFile,
    )
    from opencl_ls.preprocess.macros import Macro
    from opencl_ls.preprocess.position_macros import PositionMacros


class OpenConditional:
    """One open `#if`: `taken` once a branch was chosen, `active` while text is read.

    `digest` identifies the whole stack of open conditionals.
    """

    __slots__ = ("active", "digest", "had_else", "parent", "taken")

    def __init__(
        self, parent: OpenConditional | None, taken: bool, active: bool, had_else: bool = False
    ) -> None:
        self.parent = parent
        self.taken = taken
        self.active = active
        self.had_else = had_else
        above: int = parent.digest if parent is not None else 0
        self.digest: int = hash((above, taken, active, had_else))


class Checkpoint:
    """The state before a chunk, cheap to compare; it holds the fingerprint of the macro table.

    `unclosed` is the number of invocations before it that are never closed, up to a limit.
    """

    __slots__ = ("conditionals", "counter", "file", "fingerprint", "shift", "unclosed")

    def __init__(
        self,
        fingerprint: int,
        conditionals: OpenConditional | None,
        counter: int,
        shift: int,
        file: str,
        unclosed: int = 0,
    ) -> None:
        self.fingerprint = fingerprint
        self.unclosed = unclosed
        self.conditionals = conditionals
        self.counter = counter
        self.shift = shift
        self.file = file

    def same_as(self, other: Checkpoint) -> bool:
        """Tell whether a run would continue in the same way."""
        mine, theirs = self.conditionals, other.conditionals
        return (
            self.fingerprint == other.fingerprint
            and self.counter == other.counter
            and self.shift == other.shift
            and self.file == other.file
            and self.unclosed == other.unclosed
            and (mine.digest if mine else 0) == (theirs.digest if theirs else 0)
        )


_NO_PIECES: Final[tuple[Piece, ...]] = ()


class Step:
    """The result of running one chunk; its offsets count from the start of the chunk.

    `absorbed` chunks belong to an invocation that began in an earlier chunk.  `open` steps met an
    invocation that is never closed, so that a later edit may change them.
    """

    __slots__ = (
        "absorbed",
        "checkpoint",
        "chunk",
        "effects",
        "inactive",
        "notes",
        "open",
        "pieces",
        "records",
        "run",
        "uses_line",
        "weight",
    )

    def __init__(self, chunk: Chunk, checkpoint: Checkpoint) -> None:
        self.chunk = chunk
        self.checkpoint = checkpoint
        self.pieces = _NO_PIECES
        self.effects: tuple[Effect, ...] = ()
        self.notes: tuple[Note, ...] = ()
        self.records: tuple[Record, ...] = ()
        self.run: HeaderRun | None = None
        self.inactive = False
        self.absorbed = False
        self.open = False
        self.uses_line = False
        self.weight = 0

    def error(self, start: int, end: int, name: str, message: str, instead: str = "") -> None:
        """Add an error of the family `preprocessor` at raw offsets of the chunk."""
        self.notes += (error(start, end, name, message, instead),)

    def warn(self, start: int, end: int, name: str, message: str, instead: str = "") -> None:
        """Add a warning of the family `preprocessor` at raw offsets of the chunk."""
        self.notes += (warning(start, end, name, message, instead),)


class Frame:
    """A file while it is run; `dependencies` is None for the main file."""

    __slots__ = (
        "chunks",
        "conditionals",
        "dependencies",
        "entry",
        "exact",
        "files",
        "height",
        "index",
        "level",
        "owner",
        "path",
        "position_macros",
        "source",
        "steps",
        "unclosed",
    )

    def __init__(
        self,
        path: str,
        chunks: list[Chunk],
        level: int,
        position_macros: PositionMacros,
        dependencies: HeaderDependencies | None,
        entry: Checkpoint,
        owner: Step | None,
        source: SourceFile | None = None,
    ) -> None:
        self.path = path
        self.chunks = chunks
        self.level = level
        self.position_macros = position_macros
        self.dependencies = dependencies
        self.entry = entry
        self.owner = owner
        self.source = source
        self.index = 0
        self.conditionals: OpenConditional | None = None
        self.steps: list[Step] = []
        self.unclosed = 0
        self.height = 0
        self.exact = False
        self.files: set[str] = set()

    @property
    def active(self) -> bool:
        """Tell whether text at this place is active."""
        return self.conditionals is None or self.conditionals.active

    def restart(self, index: int, checkpoint: Checkpoint) -> None:
        """Go to the chunk at an index, in the state of a checkpoint, without any steps."""
        self.index = index
        self.conditionals = checkpoint.conditionals
        self.unclosed = checkpoint.unclosed
        self.position_macros.shift = checkpoint.shift
        self.position_macros.file = checkpoint.file
        self.steps = []


class MacroTable(Struct):
    """The macro table with its fingerprint, and the value of `__COUNTER__`."""

    macros: dict[str, Macro]
    fingerprint: int = 0
    counter: int = 0

    def set(self, name: str, macro: Macro | None) -> Effect:
        """Define or undefine a name; returns the change."""
        before = self.macros.get(name)
        if macro is None:
            self.macros.pop(name, None)
        else:
            self.macros[name] = macro
        self.fingerprint ^= entry_fingerprint(name, before) ^ entry_fingerprint(name, macro)
        return name, before, macro


def entry_fingerprint(name: str, macro: Macro | None) -> int:
    """Return the part of an entry in the fingerprint of the table."""
    return hash((name, macro.serial)) if macro is not None else 0


def unterminated(steps: list[Step]) -> list[tuple[int, Note]]:
    """Return notes about conditionals without `#endif`, each with the offset of its chunk."""
    conditionals = steps[-1].checkpoint.conditionals if steps else None
    if not steps or (conditionals is None and not steps[-1].chunk.is_directive):
        return []
    opened: list[tuple[int, Chunk]] = []
    offset = 0
    for step in steps:
        chunk = step.chunk
        if chunk.is_directive:
            kind = chunk.directive.kind
            if kind in ("if", "ifdef", "ifndef"):
                opened.append((offset, chunk))
            elif kind == "endif" and opened:
                opened.pop()
        offset += len(chunk.text)
    result: list[tuple[int, Note]] = []
    for at, chunk in opened:
        directive = chunk.directive
        message = f"this '#{directive.kind}' is never closed: end it with '#endif'"
        note = error(directive.start, directive.end, "unterminated-conditional", message)
        result.append((at, note))
    return result
