"""What is remembered of each open document between requests, so that edits cost little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from opencl_ls.features.semantic_tokens import Run
    from opencl_ls.features.symbols import Group
    from opencl_ls.server.diagnostics import Diagnostics

Numbers = list[int]


class EncodedRun(Struct, frozen=True):
    """The numbers of one item's tokens, the first of them relative to the item's start.

    `last_line` and `last_column` are the place of the last token, relative likewise.
    """

    numbers: Numbers
    last_line: int
    last_column: int


Piece = tuple[EncodedRun, int, int]
"""An item's tokens, and the line and column of their first one, counted from the one before it."""


class KnownSymbols:
    """The JSON text of an item's symbols, at the line where it was last.

    `pattern` has a `%d` for each number of a line; `lines` are these numbers, counted from the
    line in which the item begins, which was `base`.
    """

    __slots__ = ("_base", "_lines", "_pattern", "_text")

    def __init__(self, pattern: str, lines: tuple[int, ...], base: int) -> None:
        self._pattern = pattern
        self._lines = lines
        self._move(base)

    def at(self, base: int) -> str:
        """Return the text where the item begins in the line `base`."""
        if base != self._base:
            self._move(base)
        return self._text

    def _move(self, base: int) -> None:
        self._base = base
        self._text = self._pattern % tuple([base + line for line in self._lines])


class FileMemory:
    """The memory of one document.

    `symbols` are kept by the item's declarations and the column in which it begins; `sent` is the
    last full answer under its result id.
    """

    def __init__(self) -> None:
        self.symbols: dict[tuple[Group, int], KnownSymbols] = {}
        self.encoded: dict[Run, EncodedRun] = {}
        self.sent: tuple[str, list[Piece]] | None = None
        self.diagnostics: Diagnostics | None = None


class Memories:
    """The memories of all open documents, by path."""

    def __init__(self) -> None:
        self._files: dict[str, FileMemory] = {}
        self._count = 0

    def of(self, path: str) -> FileMemory:
        """Return the memory of a document."""
        return self._files.setdefault(path, FileMemory())

    def forget(self, path: str) -> None:
        """Drop the memory of a document that has been closed."""
        self._files.pop(path, None)

    def next_id(self) -> str:
        """Return a result id that was never used before."""
        self._count += 1
        return str(self._count)
