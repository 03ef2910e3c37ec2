"""The state of a run through a file: what a directive can change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.preprocess.notes import Note, error

if TYPE_CHECKING:
    from opencl_ls.preprocess.chunks import Chunk
    from opencl_ls.preprocess.expansion import Piece, Surroundings
    from opencl_ls.preprocess.headers import Effect, HeaderRun, Record, Recorder, SourceFile
    from opencl_ls.preprocess.macros import Macro


class Conditional:
    """One open `#if`: `taken` once a branch was chosen, `active` while text is read.

    `digest` stands for the whole stack of open conditionals.
    """

    __slots__ = ("active", "digest", "had_else", "parent", "taken")

    def __init__(
        self, parent: Conditional | None, taken: bool, active: bool, had_else: bool = False
    ) -> None:
        self.parent = parent
        self.taken = taken
        self.active = active
        self.had_else = had_else
        above: int = parent.digest if parent is not None else 0
        self.digest: int = hash((above, taken, active, had_else))


class Mark:
    """The state before a chunk, cheap to compare; the macro table stands in it by its stamp."""

    __slots__ = ("conditionals", "counter", "file", "shift", "stamp")

    def __init__(
        self, stamp: int, conditionals: Conditional | None, counter: int, shift: int, file: str
    ) -> None:
        self.stamp = stamp
        self.conditionals = conditionals
        self.counter = counter
        self.shift = shift
        self.file = file

    def same_as(self, other: Mark) -> bool:
        """Whether a run would go on in the same way."""
        mine, theirs = self.conditionals, other.conditionals
        return (
            self.stamp == other.stamp
            and self.counter == other.counter
            and self.shift == other.shift
            and self.file == other.file
            and (mine.digest if mine else 0) == (theirs.digest if theirs else 0)
        )


_NO_PIECES: Final[tuple[Piece, ...]] = ()


class Step:
    """What one chunk gave; everything in it counts from the chunk's start.

    `absorbed` chunks belong to an invocation that began in an earlier chunk.  `open` steps met an
    invocation that is never closed, so that a later edit may change them.
    """

    __slots__ = (
        "absorbed",
        "chunk",
        "effects",
        "inactive",
        "mark",
        "notes",
        "open",
        "pieces",
        "records",
        "run",
        "uses_line",
        "weight",
    )

    def __init__(self, chunk: Chunk, mark: Mark) -> None:
        self.chunk = chunk
        self.mark = mark
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


class Frame:
    """A file that is being run; `recorder` is None for the main file."""

    __slots__ = (
        "chunks",
        "conditionals",
        "entry",
        "exact",
        "files",
        "height",
        "index",
        "level",
        "owner",
        "path",
        "recorder",
        "source",
        "steps",
        "surroundings",
    )

    def __init__(
        self,
        path: str,
        chunks: list[Chunk],
        level: int,
        surroundings: Surroundings,
        recorder: Recorder | None,
        entry: Mark,
        owner: Step | None,
        source: SourceFile | None = None,
    ) -> None:
        self.path = path
        self.chunks = chunks
        self.level = level
        self.surroundings = surroundings
        self.recorder = recorder
        self.entry = entry
        self.owner = owner
        self.source = source
        self.index = 0
        self.conditionals: Conditional | None = None
        self.steps: list[Step] = []
        self.height = 0
        self.exact = False
        self.files: set[str] = set()

    @property
    def active(self) -> bool:
        """Whether text at this place is read."""
        return self.conditionals is None or self.conditionals.active


class State(Struct):
    """The macro table with its stamp, and the value of `__COUNTER__`."""

    macros: dict[str, Macro]
    stamp: int = 0
    counter: int = 0

    def set(self, name: str, macro: Macro | None) -> Effect:
        """Define or undefine a name; returns the change."""
        before = self.macros.get(name)
        if macro is None:
            self.macros.pop(name, None)
        else:
            self.macros[name] = macro
        self.stamp ^= stamp_of(name, before) ^ stamp_of(name, macro)
        return name, before, macro


def stamp_of(name: str, macro: Macro | None) -> int:
    """What one entry of the table adds to the stamp of the whole table."""
    return hash((name, macro.serial)) if macro is not None else 0


def unterminated(steps: list[Step]) -> list[tuple[int, Note]]:
    """Findings about conditionals that are open at the end of a file, with chunk offsets."""
    conditionals = steps[-1].mark.conditionals if steps else None
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
