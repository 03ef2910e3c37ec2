"""Chunks, of which a file consists, and pieces, which are chunks with their expansions.

A chunk is one directive, or a stretch of text that ends at a top-level boundary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.preprocess.directives import Directive, parse_directive
from opencl_ls.preprocess.lexer import Cuts, clean, count_lines, names_in, with_brackets

if TYPE_CHECKING:
    from weakref import ref

    from opencl_ls.preprocess.source_map import Expansion


class Chunk:
    """A directive or a stretch of text, without its place in the file.

    `entry` and `leave` are the depths of braces and parentheses around it: (braces, parentheses).
    The properties are computed at the first use.
    """

    __slots__ = (
        "_clean",
        "_directive",
        "_identifiers",
        "_newlines",
        "entry",
        "expansions",
        "is_directive",
        "leave",
        "piece",
        "plain",
        "text",
    )

    def __init__(
        self, text: str, is_directive: bool, entry: tuple[int, int], leave: tuple[int, int]
    ) -> None:
        self.text = text
        self.is_directive = is_directive
        self.entry = entry
        self.leave = leave
        self._clean: tuple[str, Cuts] | None = None
        self._identifiers: frozenset[str] | None = None
        self._newlines = -1
        self._directive: Directive | None = None
        self.plain: Expansion | None = None
        self.expansions: list[Expansion] = []
        # A weak reference: the piece refers to its chunk, and a cycle would need the collector.
        self.piece: ref[Piece] | None = None

    @property
    def clean(self) -> tuple[str, Cuts]:
        """The text after phases 1 and 2, and the way back to raw offsets."""
        if self._clean is None:
            self._clean = clean(self.text)
            if not self.is_directive:
                self._clean = (with_brackets(self._clean[0]), self._clean[1])
        return self._clean

    @property
    def identifiers(self) -> frozenset[str]:
        """Every name in the text, those in comments and literals included."""
        if self._identifiers is None:
            self._identifiers = names_in(self.clean[0])
        return self._identifiers

    @property
    def newlines(self) -> int:
        """How many line ends the chunk holds."""
        if self._newlines < 0:
            self._newlines = count_lines(self.text)
        return self._newlines

    @property
    def directive(self) -> Directive:
        """The parsed directive; only for directive chunks."""
        if self._directive is None:
            self._directive = parse_directive(self.text, *self.clean)
        return self._directive

    def same_as(self, other: Chunk) -> bool:
        """Tell whether the other chunk can replace this one."""
        return self.text == other.text and self.entry == other.entry and self.leave == other.leave

    def __repr__(self) -> str:
        return f"Chunk({'directive' if self.is_directive else 'text'}, {self.text[:40]!r})"


class Piece:
    """Active text of a file with its expansion; the same object while neither changes.

    `start` is the offset of the piece's chunk in an included file.  It is -1 in the main file,
    whose chunks move when text above them is edited: there `Unit.start_of` gives it.
    """

    __slots__ = ("__weakref__", "chunk", "expansion", "file", "start")

    def __init__(self, file: str, chunk: Chunk, expansion: Expansion, start: int) -> None:
        self.file = file
        self.chunk = chunk
        self.expansion = expansion
        self.start = start

    @property
    def text(self) -> str:
        """The expanded text."""
        return self.expansion.text

    def __repr__(self) -> str:
        return f"Piece({self.file!r}, {self.text[:40]!r})"
