"""Expansions of chunks with their source maps: the source of each part of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, field

from opencl_ls.preprocess.lexer import Cuts, Token, raw_end, raw_offset

if TYPE_CHECKING:
    from opencl_ls.preprocess.macros import Macro
    from opencl_ls.preprocess.notes import Note


class Segment(NamedTuple):
    """A stretch of expanded text [start, end) and the source [source_start, source_end) of it.

    `macro` is None for a verbatim stretch, which has the same length on both sides; otherwise it
    names the outermost macro invocation, whose whole range the source offsets give.  All source
    offsets count from the chunk's start.
    """

    start: int
    end: int
    source_start: int
    source_end: int
    macro: str | None


class Pragma(NamedTuple):
    """A `_Pragma`: its offset in the expanded text, its content, and its range in the source."""

    offset: int
    content: str
    start: int
    end: int


class Replacement(NamedTuple):
    """One invocation: its range in the clean source, its range in the output, the macro's name."""

    source_start: int
    source_end: int
    start: int
    end: int
    macro: str


class Expansion(Struct, eq=False):
    """The expanded text of a chunk (or of several, if an invocation spans them).

    `present` maps the names that were looked up to the macros found, `absent` holds those that
    were no macros: while both are valid, so is the expansion.  `source` is the clean text,
    `cuts` and `base` lead from its offsets back to raw ones.
    """

    text: str
    source: str
    cuts: Cuts = ()
    base: int = 0
    replacements: tuple[Replacement, ...] = ()
    present: dict[str, Macro] = field(default_factory=dict)
    absent: frozenset[str] = frozenset()
    builtins: frozenset[str] = frozenset()
    values: tuple[object, ...] = ()
    counted: int = 0
    pragmas: tuple[Pragma, ...] = ()
    notes: tuple[Note, ...] = ()
    forced: Macro | None = None
    line_text: str = ""
    _segments: tuple[Segment, ...] | None = None
    detail: dict[int, list[tuple[int, Token]]] | None = None

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The stretches of the text in order, without gaps."""
        if self._segments is None:
            self._segments = tuple(self._make_segments())
        return self._segments

    def raw_start(self, offset: int) -> int:
        """Return the chunk-relative raw offset of a character of the clean source."""
        return self.base + raw_offset(self.cuts, offset)

    def raw_end(self, offset: int) -> int:
        """Return the chunk-relative raw offset just after the character before a clean offset."""
        return self.base + raw_end(self.cuts, offset)

    def valid(self, macros: dict[str, Macro]) -> bool:
        """Tell whether the macros that this expansion depends on are the same."""
        present = self.present
        get = macros.get
        for name, macro in present.items():
            if get(name) is not macro:
                return False
        return macros.keys().isdisjoint(self.absent)

    def _make_segments(self) -> list[Segment]:
        result: list[Segment] = []
        source = 0
        out = 0
        for replacement in self.replacements:
            self._verbatim(result, source, replacement.source_start, out)
            source = replacement.source_end
            out = replacement.end
            result.append(
                Segment(
                    replacement.start,
                    replacement.end,
                    self.raw_start(replacement.source_start),
                    self.raw_end(replacement.source_end),
                    replacement.macro,
                )
            )
        self._verbatim(result, source, source + len(self.text) - out, out)
        return result

    def _verbatim(self, result: list[Segment], start: int, end: int, out: int) -> None:
        for at, _ in self.cuts:
            if start < at < end:
                self._verbatim_piece(result, start, at, out)
                out += at - start
                start = at
        self._verbatim_piece(result, start, end, out)

    def _verbatim_piece(self, result: list[Segment], start: int, end: int, out: int) -> None:
        if start < end:
            first = self.raw_start(start)
            result.append(Segment(out, out + end - start, first, first + end - start, None))
