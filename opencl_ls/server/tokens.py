"""Semantic tokens: as numbers relative to each other, and as the difference to the last answer.

The numbers of an item depend on nothing outside it but the place where it begins, so they are
kept, and an answer is mostly put together from what the last one was made of.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from opencl_ls.features.semantic_tokens import Run, runs
from opencl_ls.server.capabilities import TOKEN_MODIFIERS, TOKEN_TYPES
from opencl_ls.server.errors import CONTENT_MODIFIED
from opencl_ls.server.memory import EncodedRun, Numbers, Piece
from opencl_ls.server.plain import bounds_of, document_of
from opencl_ls.text import UTF8, LineTable, difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server

_TYPE_NUMBERS = {name: number for number, name in enumerate(TOKEN_TYPES)}
_MODIFIER_BITS = {name: 1 << number for number, name in enumerate(TOKEN_MODIFIERS)}


def full(server: Server, params: object) -> str | None:
    """Answer with all tokens of a document, as JSON text."""
    document = document_of(server, params)
    if document is None:
        return None
    pieces = _pieces(server, document)
    identifier = server.memories.next_id()
    server.memories.of(document.path).sent = (identifier, pieces)
    return _all(identifier, pieces)


def delta(server: Server, params: Any) -> str | None:
    """Answer with one edit that makes the present tokens of those that the client has."""
    document = document_of(server, params)
    if document is None:
        return None
    memory = server.memories.of(document.path)
    sent = memory.sent
    pieces = _pieces(server, document)
    identifier = server.memories.next_id()
    memory.sent = (identifier, pieces)
    if sent is None or sent[0] != params.get("previousResultId"):
        return _all(identifier, pieces)
    edits = _json(_difference(sent[1], pieces))
    return f'{{"resultId":"{identifier}","edits":{edits}}}'


def in_range(server: Server, params: object) -> str | None:
    """Answer with the tokens of the items that a range touches."""
    document = document_of(server, params)
    if document is None:
        return None
    start, end = bounds_of(params, document.lines, server.client.encoding)
    found = _runs(server, document)
    touched = [
        (place, run) for place, run in found if place <= end and place + len(run.text) >= start
    ]
    pieces = _placed(server, document, touched)
    _forget_others(server, document, found)
    return f'{{"data":{_json(_numbers(pieces))}}}'


def _all(identifier: str, pieces: list[Piece]) -> str:
    return f'{{"resultId":"{identifier}","data":{_json(_numbers(pieces))}}}'


def _runs(server: Server, document: Document) -> list[tuple[int, Run]]:
    def go_on() -> None:
        server.refuse_stale(document.uri, CONTENT_MODIFIED)

    go_on()
    analysis = server.analysed.provisional(document)
    if analysis is None:
        return []
    return runs(analysis, go_on)


def _pieces(server: Server, document: Document) -> list[Piece]:
    """Return the pieces of a whole document."""
    found = _runs(server, document)
    pieces = _placed(server, document, found)
    _forget_others(server, document, found)
    return pieces


def _forget_others(server: Server, document: Document, found: list[tuple[int, Run]]) -> None:
    """Keep what runs of the present state were made into, and nothing else."""
    memory = server.memories.of(document.path)
    known = memory.encoded
    memory.encoded = {run: known[run] for _, run in found if run in known}


def _placed(server: Server, document: Document, found: list[tuple[int, Run]]) -> list[Piece]:
    """Return the pieces of some runs, each relative to the one before it."""
    encoding = server.client.encoding
    known = server.memories.of(document.path).encoded
    pieces: list[Piece] = []
    line = column = 0
    places = document.lines.positions([place for place, _ in found], encoding)
    for (_, run), (run_line, run_column) in zip(found, places, strict=True):
        encoded = known.get(run)
        if encoded is None:
            encoded = known[run] = _encoded(run, encoding)
        if not encoded.numbers:
            continue
        # Only the first token of an item depends on what stands before it.
        first_line = run_line + encoded.numbers[0]
        first_column = encoded.numbers[1] + (run_column if encoded.numbers[0] == 0 else 0)
        same = first_line == line
        pieces.append((encoded, first_line - line, first_column - (column if same else 0)))
        line = run_line + encoded.last_line
        column = encoded.last_column + (run_column if encoded.last_line == 0 else 0)
    return pieces


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
    # Nearly every token stands on one line, which is the last one's or behind it.
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
    """Return what makes the new numbers of the old ones, as one edit or none."""
    if old == new:
        return []
    begin, old_end, new_end = difference(old, new)
    before, after = _numbers(old[begin:old_end]), _numbers(new[begin:new_end])
    # Within an item most tokens are as they were, too.
    first, last, stop = difference(before, after)
    start = sum(len(encoded.numbers) for encoded, _, _ in old[:begin]) + first
    return [{"start": start, "deleteCount": last - first, "data": after[first:stop]}]


def _json(value: object) -> str:
    """Return numbers, and what holds them, as JSON text."""
    return msgspec.json.encode(value).decode("ascii")
