"""Semantic tokens: as numbers relative to each other, and as the difference to the last answer.

The numbers of an item depend on nothing outside it but the place where it begins, so they are
kept, and an answer is mostly put together from what the last one was made of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.features.semantic_tokens import Run, runs
from opencl_ls.server.capabilities import TOKEN_MODIFIERS, TOKEN_TYPES
from opencl_ls.server.convert import to_offset
from opencl_ls.server.errors import CONTENT_MODIFIED
from opencl_ls.server.memory import EncodedRun, Numbers
from opencl_ls.text import LineTable

if TYPE_CHECKING:
    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server

_TYPE_NUMBERS = {name: number for number, name in enumerate(TOKEN_TYPES)}
_MODIFIER_BITS = {name: 1 << number for number, name in enumerate(TOKEN_MODIFIERS)}


def full(server: Server, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    """Answer with all tokens of a document."""
    document = server.document(params.text_document)
    if document is None:
        return None
    server.refuse_stale(document.uri, CONTENT_MODIFIED)
    numbers = _numbers(server, document)
    identifier = server.memories.next_id()
    server.memories.of(document.path).sent = (identifier, numbers)
    return types.SemanticTokens(data=numbers, result_id=identifier)


def delta(
    server: Server, params: types.SemanticTokensDeltaParams
) -> types.SemanticTokens | types.SemanticTokensDelta | None:
    """Answer with one edit that makes the present tokens of those that the client has."""
    document = server.document(params.text_document)
    if document is None:
        return None
    server.refuse_stale(document.uri, CONTENT_MODIFIED)
    memory = server.memories.of(document.path)
    sent = memory.sent
    numbers = _numbers(server, document)
    identifier = server.memories.next_id()
    memory.sent = (identifier, numbers)
    if sent is None or sent[0] != params.previous_result_id:
        return types.SemanticTokens(data=numbers, result_id=identifier)
    return types.SemanticTokensDelta(edits=_difference(sent[1], numbers), result_id=identifier)


def in_range(
    server: Server, params: types.SemanticTokensRangeParams
) -> types.SemanticTokens | None:
    """Answer with the tokens of the items that a range touches."""
    document = server.document(params.text_document)
    if document is None:
        return None
    encoding = server.client.encoding
    start = to_offset(document.lines, params.range.start, encoding)
    end = to_offset(document.lines, params.range.end, encoding)
    return types.SemanticTokens(data=_numbers(server, document, start, end))


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
    numbers: Numbers = []
    line = column = 0
    for token in run.tokens:
        kind = _TYPE_NUMBERS[token.type]
        modifiers = sum(_MODIFIER_BITS[name] for name in token.modifiers)
        for start, end in _on_each_line(lines, token.start, token.end):
            token_line, token_column = lines.position(start, encoding)
            length = lines.position(end, encoding)[1] - token_column
            if length <= 0:
                continue
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


def _on_each_line(lines: LineTable, start: int, end: int) -> list[tuple[int, int]]:
    """Return the parts of a token line by line: few clients take a token of several lines."""
    first, last = lines.line_of(start), lines.line_of(max(start, end - 1))
    if first == last:
        return [(start, end)]
    parts = []
    for line in range(first, last + 1):
        line_start, line_end = lines.line_bounds(line)
        parts.append((max(start, line_start), min(end, line_end)))
    return parts


def _difference(old: Numbers, new: Numbers) -> list[types.SemanticTokensEdit]:
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
    return [
        types.SemanticTokensEdit(
            start=start, delete_count=replaced, data=new[start : len(new) - tail]
        )
    ]


def _block(numbers: Numbers, tail: int) -> Numbers:
    stop = len(numbers) - tail
    return numbers[stop - 4096 : stop]
