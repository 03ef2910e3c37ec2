"""Semantic tokens: as numbers relative to each other, and as the difference to the last answer.

The numbers of an item depend on nothing outside it but the place where it begins, so they are
kept, and an answer is mostly put together from what the last one was made of.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from opencl_ls.features.semantic_tokens import Run, runs
from opencl_ls.server.capabilities import TOKEN_MODIFIERS, TOKEN_TYPES
from opencl_ls.server.errors import CONTENT_MODIFIED
from opencl_ls.server.memory import EncodedRun, Numbers
from opencl_ls.server.plain import bounds_of, document_of, written
from opencl_ls.text import UTF8, LineTable

if TYPE_CHECKING:
    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server

_TYPE_NUMBERS = {name: number for number, name in enumerate(TOKEN_TYPES)}
_MODIFIER_BITS = {name: 1 << number for number, name in enumerate(TOKEN_MODIFIERS)}


def full(server: Server, params: object) -> str | None:
    """Answer with all tokens of a document, as JSON text."""
    document = document_of(server, params)
    if document is None:
        return None
    server.refuse_stale(document.uri, CONTENT_MODIFIED)
    numbers = _numbers(server, document)
    identifier = server.memories.next_id()
    server.memories.of(document.path).sent = (identifier, numbers)
    return written({"resultId": identifier, "data": numbers})


def delta(server: Server, params: Any) -> str | None:
    """Answer with one edit that makes the present tokens of those that the client has."""
    document = document_of(server, params)
    if document is None:
        return None
    server.refuse_stale(document.uri, CONTENT_MODIFIED)
    memory = server.memories.of(document.path)
    sent = memory.sent
    numbers = _numbers(server, document)
    identifier = server.memories.next_id()
    memory.sent = (identifier, numbers)
    if sent is None or sent[0] != params.get("previousResultId"):
        return written({"resultId": identifier, "data": numbers})
    return written({"resultId": identifier, "edits": _difference(sent[1], numbers)})


def in_range(server: Server, params: object) -> str | None:
    """Answer with the tokens of the items that a range touches."""
    document = document_of(server, params)
    if document is None:
        return None
    start, end = bounds_of(params, document.lines, server.client.encoding)
    return written({"data": _numbers(server, document, start, end)})


def _numbers(server: Server, document: Document, start: int = 0, end: int | None = None) -> Numbers:
    snapshot = server.analysed.provisional(document)
    if snapshot is None:
        return []
    memory = server.memories.of(document.path)
    lines, encoding = document.lines, server.client.encoding
    numbers: Numbers = []
    fresh: dict[Run, EncodedRun] = {}
    line = column = 0
    for place, run in runs(snapshot, memory.tokens):
        encoded = memory.encoded.get(run) or _encoded(run, encoding)
        fresh[run] = encoded
        beyond = place + len(run.text) < start or (end is not None and place > end)
        if beyond or not encoded.numbers:
            continue
        run_line, run_column = lines.position(place, encoding)
        first = len(numbers)
        numbers += encoded.numbers
        # Only the first token of an item depends on what stands before it.
        first_line = run_line + encoded.numbers[0]
        first_column = encoded.numbers[1] + (run_column if encoded.numbers[0] == 0 else 0)
        numbers[first] = first_line - line
        numbers[first + 1] = first_column - (column if first_line == line else 0)
        line = run_line + encoded.last_line
        column = encoded.last_column + (run_column if encoded.last_line == 0 else 0)
    memory.encoded = fresh
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


def _difference(old: Numbers, new: Numbers) -> list[dict[str, Any]]:
    if old == new:
        return []
    shared = min(len(old), len(new))
    start = 0
    while start + 4096 <= shared and old[start : start + 4096] == new[start : start + 4096]:
        start += 4096
    while start < shared and old[start] == new[start]:
        start += 1
    tail = 0
    rest = shared - start
    while tail + 4096 <= rest and _block(old, tail) == _block(new, tail):
        tail += 4096
    while tail < rest and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    replaced = len(old) - tail - start
    return [{"start": start, "deleteCount": replaced, "data": new[start : len(new) - tail]}]


def _block(numbers: Numbers, tail: int) -> Numbers:
    stop = len(numbers) - tail
    return numbers[stop - 4096 : stop]
