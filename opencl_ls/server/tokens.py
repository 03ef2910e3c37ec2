"""Semantic tokens: as numbers relative to each other, and as the difference to the last answer.

The numbers of an item depend on nothing outside it except its start, so they are cached, and an
answer is mostly assembled from parts of the last one.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import msgspec

from opencl_ls.server.client import TOKEN_MODIFIERS, TOKEN_TYPES
from opencl_ls.text import UTF8, LineTable, difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.features.semantic_tokens import Run
    from opencl_ls.server.documents import Document

_TYPE_NUMBERS = {name: number for number, name in enumerate(TOKEN_TYPES)}
_MODIFIER_BITS = {name: 1 << number for number, name in enumerate(TOKEN_MODIFIERS)}

Numbers = list[int]


class EncodedRun(msgspec.Struct, frozen=True):
    """The numbers of one item's tokens, the first of them relative to the item's start.

    `last_line` and `last_column` are the place of the last token, relative likewise.
    """

    numbers: Numbers
    last_line: int
    last_column: int


Piece = tuple[EncodedRun, int, int]
"""An item's tokens, and the line and column of their first one, counted from the one before it."""


class _Cache:
    """The state of one document's tokens; `sent` is the last full answer with its id."""

    def __init__(self) -> None:
        self.encoded: dict[Run, EncodedRun] = {}
        self.sent: tuple[str, list[Piece]] | None = None


class TokenEncoder:
    """Makes the answers of a session; `encoding` is that of the columns."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        self._caches: WeakKeyDictionary[Document, _Cache] = WeakKeyDictionary()
        self._answers = 0

    def full(self, document: Document, runs: list[tuple[int, Run]]) -> str:
        """Return all tokens of a document as JSON text."""
        identifier, pieces, _ = self._renewed(document, runs)
        return _all(identifier, pieces)

    def delta(self, document: Document, runs: list[tuple[int, Run]], previous: str) -> str:
        """Return one edit from the client's tokens to the present ones.

        `previous` is the id of the answer that it has; all tokens if that is not the last one.
        """
        identifier, pieces, sent = self._renewed(document, runs)
        if sent is None or sent[0] != previous:
            return _all(identifier, pieces)
        return f'{{"resultId":"{identifier}","edits":{_json(_difference(sent[1], pieces))}}}'

    def within(self, document: Document, runs: list[tuple[int, Run]], start: int, end: int) -> str:
        """Return the tokens of the items that touch the bytes from `start` to `end`."""
        touched = [
            (place, run) for place, run in runs if place <= end and place + len(run.text) >= start
        ]
        pieces = self._placed(document, touched)
        self._forget_others(document, runs)
        return f'{{"data":{_json(_numbers(pieces))}}}'

    def _renewed(
        self, document: Document, runs: list[tuple[int, Run]]
    ) -> tuple[str, list[Piece], tuple[str, list[Piece]] | None]:
        """Return the next answer's id, its pieces, and the answer before."""
        pieces = self._placed(document, runs)
        self._forget_others(document, runs)
        cached = self._of(document)
        self._answers += 1
        before, cached.sent = cached.sent, (str(self._answers), pieces)
        return str(self._answers), pieces, before

    def _of(self, document: Document) -> _Cache:
        return self._caches.setdefault(document, _Cache())

    def _forget_others(self, document: Document, runs: list[tuple[int, Run]]) -> None:
        """Keep only the encoded runs of the present state."""
        cached = self._of(document)
        encoded = cached.encoded
        cached.encoded = {run: encoded[run] for _, run in runs if run in encoded}

    def _placed(self, document: Document, runs: list[tuple[int, Run]]) -> list[Piece]:
        """Return the pieces of some runs, each relative to the one before it."""
        encoding, cached = self._encoding, self._of(document).encoded
        pieces: list[Piece] = []
        line = column = 0
        places = document.lines.positions([place for place, _ in runs], encoding)
        for (_, run), (run_line, run_column) in zip(runs, places, strict=True):
            encoded = cached.get(run)
            if encoded is None:
                encoded = cached[run] = _encoded(run, encoding)
            if not encoded.numbers:
                continue
            # Only the first token of an item depends on the text before it.
            first_line = run_line + encoded.numbers[0]
            first_column = encoded.numbers[1] + (run_column if encoded.numbers[0] == 0 else 0)
            same = first_line == line
            pieces.append((encoded, first_line - line, first_column - (column if same else 0)))
            line = run_line + encoded.last_line
            column = encoded.last_column + (run_column if encoded.last_line == 0 else 0)
        return pieces


def _all(identifier: str, pieces: list[Piece]) -> str:
    return f'{{"resultId":"{identifier}","data":{_json(_numbers(pieces))}}}'


def _numbers(pieces: Sequence[Piece]) -> Numbers:
    numbers: Numbers = []
    for encoded, line, column in pieces:
        first = len(numbers)
        numbers += encoded.numbers
        numbers[first], numbers[first + 1] = line, column
    return numbers


def _encoded(run: Run, encoding: str) -> EncodedRun:
    lines = LineTable(run.text)
    starts, beyond = lines.starts, len(run.text) + 1
    plain = encoding == UTF8 or run.text.isascii()
    numbers: Numbers = []
    line = column = 0
    # Nearly every token is on one line, which is the last one's or after it.
    present, begin, stop = 0, 0, starts[1] if len(starts) > 1 else beyond
    for token in run.tokens:
        start, end = token.start, token.end
        while start >= stop:
            present, begin = present + 1, stop
            stop = starts[present + 1] if present + 1 < len(starts) else beyond
        if plain and begin <= start < end < stop:
            parts = [(present, start - begin, end - start)]
        else:
            parts = _on_each_line(lines, start, end, encoding)
        kind, modifiers = _style(token.type, token.modifiers)
        for token_line, token_column, length in parts:
            same = token_line == line
            numbers += (
                token_line - line,
                token_column - column if same else token_column,
                length,
                kind,
                modifiers,
            )
            line, column = token_line, token_column
    return EncodedRun(numbers, line, column)


@cache
def _style(name: str, modifiers: tuple[str, ...]) -> tuple[int, int]:
    """Return the numbers of a type and of modifiers."""
    return _TYPE_NUMBERS[name], sum(_MODIFIER_BITS[each] for each in modifiers)


def _on_each_line(
    lines: LineTable, start: int, end: int, encoding: str
) -> list[tuple[int, int, int]]:
    """Return the line, column and length of each line's part: few clients take longer tokens."""
    parts = []
    for line in range(lines.line_of(start), lines.line_of(max(start, end - 1)) + 1):
        line_start, line_end = lines.line_bounds(line)
        first = lines.position(max(start, line_start), encoding)[1]
        last = lines.position(min(end, line_end), encoding)[1]
        if last > first:
            parts.append((line, first, last - first))
    return parts


def _difference(old: list[Piece], new: list[Piece]) -> list[dict[str, Any]]:
    """Return the difference of the old and the new numbers as one edit or none."""
    if old == new:
        return []
    begin, old_end, new_end = difference(old, new)
    before, after = _numbers(old[begin:old_end]), _numbers(new[begin:new_end])
    # Within an item most tokens are unchanged, too.
    first, last, stop = difference(before, after)
    start = sum(len(encoded.numbers) for encoded, _, _ in old[:begin]) + first
    return [{"start": start, "deleteCount": last - first, "data": after[first:stop]}]


def _json(value: object) -> str:
    """Return numbers, with the object around them, as JSON text."""
    return msgspec.json.encode(value).decode("ascii")
