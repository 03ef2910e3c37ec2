"""What is remembered of each open document between requests, so that edits cost little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from opencl_ls.features import semantic_tokens, symbols
from opencl_ls.syntax.surface_queries import Memory

if TYPE_CHECKING:
    from opencl_ls.features.semantic_tokens import Run
    from opencl_ls.server.diagnostics import Diagnostics

Numbers = list[int]


class EncodedRun(Struct, frozen=True):
    """The numbers of one item's tokens, the first of them relative to the item's start.

    `last_line` and `last_column` are the place of the last token, relative likewise.
    """

    numbers: Numbers
    last_line: int
    last_column: int


class FileMemory(Struct):
    """The memory of one document; `sent` is the last full answer under its result id."""

    outline: symbols.Memory = field(default_factory=Memory)
    tokens: semantic_tokens.Memory = field(default_factory=semantic_tokens.Memory)
    encoded: dict[Run, EncodedRun] = field(default_factory=dict)
    sent: tuple[str, Numbers] | None = None
    diagnostics: Diagnostics | None = None


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
