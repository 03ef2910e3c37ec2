"""Splitting the expanded program into its top-level items.

Every item is parsed by itself, so that its tree, its records and its findings depend on its text
and on the names around it and on nothing else: a keystroke costs one item, an unchanged header
costs nothing, and an error in one item cannot spread to the next.  The split needs only braces,
parentheses and semicolons; a function's body is told from a struct's by the text before its brace.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Protocol

_STRUCTURE: Final = re.compile(
    r"""//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?"""
    r"""|[{}();=]|^[ \t]*(?:__)?kernel\b""",
    re.S | re.M,
)
_BLANK: Final = re.compile(r"(?:\s+|//[^\n]*(?:\n|\Z)|/\*.*?(?:\*/|\Z))*", re.S)
_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.S)
_ATTRIBUTES: Final = r"(?:\s*__attribute__\s*\(\(.*?\)\)\s*)*"
_TAG_END: Final = re.compile(
    rf"\b(?:struct|union|enum)\b{_ATTRIBUTES}\s*\w*\s*{_ATTRIBUTES}\Z", re.S
)


class Piece(Protocol):
    """A stretch of expanded text that the preprocessor hands out, unchanged while its source is."""

    @property
    def text(self) -> str:
        """The expanded byte text."""


@dataclass(slots=True, eq=False)
class Slice:
    """A part of a piece inside an item.

    It begins at the byte `start` of the item's text and at the byte `piece_start` of the piece.
    """

    start: int
    piece: Piece
    piece_start: int


@dataclass(slots=True, eq=False)
class SourceItem:
    """The expanded text of one top-level item, and the pieces that it was made from."""

    text: str
    slices: list[Slice]

    def slice_at(self, offset: int) -> Slice:
        """Return the slice that holds the byte `offset` of the item's text."""
        chosen = self.slices[0]
        for candidate in self.slices:
            if candidate.start > offset:
                break
            chosen = candidate
        return chosen


@dataclass(slots=True)
class _State:
    """Where the splitter stands inside an unfinished item."""

    braces: int = 0
    parentheses: int = 0
    assigned: bool = False
    in_body: bool = False
    parts: list[tuple[Piece, int, int]] = field(default_factory=list)

    @property
    def neutral(self) -> bool:
        return not self.parts


def split_items(pieces: Iterable[Piece]) -> Iterator[SourceItem]:
    """Yield the items of a program given as pieces of expanded text, in their order."""
    state = _State()
    for piece in pieces:
        if state.neutral:
            whole = _split_whole(piece.text)
            if whole is not None:
                for start, end in whole:
                    yield SourceItem(piece.text[start:end], [Slice(0, piece, start)])
                continue
        yield from _feed(state, piece)
    if not state.neutral:
        item = _finish(state)
        if item is not None:
            yield item


@lru_cache(maxsize=16384)
def _split_whole(text: str) -> tuple[tuple[int, int], ...] | None:
    """Return the places of the items of a piece that ends where an item ends, else None."""
    state = _State()
    piece = _Text(text)
    found: list[tuple[int, int]] = []
    for item in _feed(state, piece):
        start = item.slices[0].piece_start
        found.append((start, start + len(item.text)))
    return tuple(found) if state.neutral else None


@dataclass(frozen=True, slots=True)
class _Text:
    text: str


def _feed(state: _State, piece: Piece) -> Iterator[SourceItem]:
    """Take one piece into the state and yield the items that it completes."""
    text = piece.text
    start = 0 if state.parts else _blank_end(text, 0)
    for match in _STRUCTURE.finditer(text, start):
        mark = match[0]
        first = mark[0]
        if first in "/\"'":
            continue
        place = match.start()
        if len(mark) > 1:
            # No kernel stands inside anything, so an unclosed brace above it ends here.
            if state.braces > 0:
                yield from _end_item(state, piece, start, place)
                start = place
            continue
        ends = _take(state, mark, piece, start, place)
        if ends:
            yield from _end_item(state, piece, start, match.end())
            start = _blank_end(text, match.end())
    if start < len(text):
        state.parts.append((piece, start, len(text)))


def _take(state: _State, mark: str, piece: Piece, start: int, place: int) -> bool:
    """Update the state with one mark; tell whether the item ends behind it."""
    if mark == "{":
        if state.braces == 0:
            state.in_body = not state.assigned and _opens_body(_header(state, piece, start, place))
        state.braces += 1
    elif mark == "}":
        state.braces -= 1
        if state.braces < 0:
            return True
        if state.braces == 0 and state.in_body:
            return True
    elif mark == "(":
        state.parentheses += 1
    elif mark == ")":
        state.parentheses = max(0, state.parentheses - 1)
    elif state.braces == 0 and mark == "=" and state.parentheses == 0:
        state.assigned = True
    elif mark == ";" and state.braces == 0:
        return True
    return False


def _end_item(state: _State, piece: Piece, start: int, end: int) -> Iterator[SourceItem]:
    state.parts.append((piece, start, end))
    item = _finish(state)
    if item is not None:
        yield item


def _finish(state: _State) -> SourceItem | None:
    """Make an item of the collected parts and return to the neutral state."""
    slices: list[Slice] = []
    texts: list[str] = []
    length = 0
    for piece, start, end in state.parts:
        text = piece.text[start:end]
        slices.append(Slice(length, piece, start))
        if not text.endswith("\n") and (piece, start, end) != state.parts[-1]:
            text += "\n"
        texts.append(text)
        length += len(text)
    state.parts = []
    state.braces = state.parentheses = 0
    state.assigned = state.in_body = False
    item_text = "".join(texts).rstrip()
    if _blank_end(item_text, 0) >= len(item_text):
        return None
    return SourceItem(item_text, slices)


def _header(state: _State, piece: Piece, start: int, end: int) -> str:
    """Return the text of the unfinished item up to `end` in `piece`, without comments."""
    texts = [part.text[first:last] for part, first, last in state.parts]
    texts.append(piece.text[start:end])
    return _COMMENT.sub(" ", "\n".join(texts)).rstrip()


def _opens_body(header: str) -> bool:
    """Tell whether a brace behind `header` opens the body of a function."""
    return _TAG_END.search(header) is None


def _blank_end(text: str, start: int) -> int:
    match = _BLANK.match(text, start)
    return start if match is None else match.end()
