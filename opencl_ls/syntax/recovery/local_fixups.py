"""Fix-ups in and around one range that the grammar cannot parse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.recovery.blocks import block_storage, blocks
from opencl_ls.syntax.recovery.declarations import (
    BEFORE_A_TYPE,
    is_keyword_as_name,
    keyword_as_name,
    lacks_type,
    missing_type,
)
from opencl_ls.syntax.recovery.fixups import Fixup
from opencl_ls.syntax.recovery.in_place import blanked, overwritten
from opencl_ls.syntax.tokens import KEYWORDS, token_index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.syntax.tokens import Token

_MOST_TOKENS: Final = 40
"""The most tokens of a range that are read."""

_MOST_SEMICOLONS: Final = 4
"""The most line ends at which a semicolon is tried."""


def local_fixups(text: str, tokens: list[Token], start: int, end: int) -> Iterator[Fixup]:
    """Propose fix-ups in and around the range from `start` to `end` that cannot be parsed."""
    first = max(0, token_index(tokens, start) - 3)
    last = min(len(tokens), token_index(tokens, end) + 2, first + _MOST_TOKENS)
    for index in range(first, last):
        mark = tokens[index].text
        if mark == "__block":
            yield block_storage(text, tokens)
        elif mark == "^^":
            yield _logical_xor(text, tokens[index])
        elif mark == "^":
            yield from blocks(text, tokens, index)
        elif mark in KEYWORDS and is_keyword_as_name(tokens, index):
            yield keyword_as_name(text, tokens, mark)
        elif mark in BEFORE_A_TYPE and lacks_type(tokens, index):
            yield missing_type(text, tokens, index)
    yield from _semicolons(text, tokens, first, last)


def _logical_xor(text: str, token: Token) -> Fixup:
    edited = overwritten(text, token.start, token.end, "!=")
    return Fixup(SyntaxProblemKind.LOGICAL_XOR, ((token.start, token.end),), "!=", edited)


def _semicolons(text: str, tokens: list[Token], first: int, last: int) -> Iterator[Fixup]:
    """Propose a semicolon at the ends of lines, and before a closing brace."""
    tried = 0
    for index in range(max(1, first), last):
        token, before = tokens[index], tokens[index - 1]
        if not (token.fresh or token.text == "}") or not _may_end_statement(before):
            continue
        if token.text == "#" or token.start == before.end:
            continue
        gap = text[before.end : token.start]
        edited = text[: before.end] + ";" + blanked(gap)[1:] + text[token.start :]
        yield Fixup(SyntaxProblemKind.SEMICOLON, ((before.end, before.end),), ";", edited)
        tried += 1
        if tried == _MOST_SEMICOLONS:
            return


def _may_end_statement(token: Token) -> bool:
    return token.kind != "other" or token.text in (")", "]", "}")
