"""A lexer for byte texts, for code that needs tokens and no syntax tree."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.text import remembered, with_plain_blanks

if TYPE_CHECKING:
    from collections.abc import Iterator

PLACEHOLDER: Final = "$"
"""The name that error recovery puts in place of an expression that is not written yet."""

ACCESS_KEYWORDS: Final = frozenset(
    "read_only write_only read_write __read_only __write_only __read_write".split()
)
"""The spellings of the access qualifiers."""

ADDRESS_SPACE_KEYWORDS: Final = frozenset(
    "global local constant private generic __global __local __constant __private __generic".split()
)
KEYWORDS: Final = ADDRESS_SPACE_KEYWORDS | frozenset(
    "kernel __kernel read_only write_only read_write default register auto switch inline "
    "restrict volatile const static extern union enum".split()
)
RESERVED: Final = KEYWORDS | frozenset(
    "break case continue do else for goto if return sizeof struct typedef while "
    "__read_only __write_only __read_write".split()
)
"""All keywords that cannot name anything; the grammar may take some of them for names."""

STATEMENT_WORDS: Final = frozenset(
    "if else for while do return switch break continue goto case".split()
)
"""The keywords that begin a statement and nothing else."""
HEADS: Final = ("if", "for", "while", "switch")
"""The keywords that parentheses and a statement follow."""

TAGS: Final = frozenset(("struct", "union", "enum"))
"""The keywords before a tag."""

CLOSING: Final = {"(": ")", "[": "]", "{": "}"}
"""The partner of each opening bracket."""

_TOKEN: Final = lazy_pattern(
    r"""((?:\s++|//[^\n]*+|/\*.*?(?:\*/|\Z))*+)(?:([A-Za-z_]\w*)|(\.?\d(?:[eEpP][+-]|[\w.])*)"""
    r"""|("(?:\\.|[^"\\\n]++)*"?|'(?:\\.|[^'\\\n]++)*'?)|(\^\^|.)|\Z)""",
    re.S | re.A,
)
_COMMENT_BLANKS: Final = 16
"""The most bytes of blanks in place of a comment that is not closed."""

_OPEN_COMMENT: Final = re.compile(r"(?>(?:\s|//[^\n]*|/\*.*?\*/)*)/\*", re.S)


class Token(Struct, frozen=True, gc=False):
    """A token of an item.

    `kind` is "word", "number", "text" (a literal in quotes) or "other".  `start` and `end` are byte
    offsets, `end` exclusive.  `fresh` marks the first token of a line.
    """

    kind: str
    text: str
    start: int
    end: int
    fresh: bool


LineTokens = list[tuple[str, str, int, int]]
"""The tokens of a line: kind, text, and the offsets in the line at which each starts and ends."""


@lru_cache(maxsize=8)
def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a byte text without blanks and comments.  Do not change the list.

    They are cached: error recovery asks repeatedly for the tokens of the same few texts.
    """
    if "\\\n" in text:
        return _tokens_of_whole(with_plain_blanks(text)[0])
    found: list[Token] = []
    for start, _, _, tokens in token_lines(text):
        fresh = True
        for kind, mark, begin, end in tokens:
            found.append(Token(kind, mark, start + begin, start + end, fresh))
            fresh = False
    return found


def token_lines(text: str) -> Iterator[tuple[int, str, bool, LineTokens]]:
    """Yield the lines that hold tokens, of a text in which no token spans lines.

    Each line comes as its byte offset, its text, whether it begins in a comment, and its tokens.
    """
    text = with_plain_blanks(text)[0]
    in_comment = False
    start = end = 0
    while end >= 0:
        if in_comment:
            # An unclosed comment may be as long as the file.
            close = text.find("*/", start)
            if close < 0:
                return
            start = max(start, text.rfind("\n", start, close) + 1)
        end = text.find("\n", start)
        line = text[start:] if end < 0 else text[start:end]
        tokens, ends_in_comment = tokens_of_line(line, in_comment)
        if tokens:
            yield start, line, in_comment, tokens
        in_comment, start = ends_in_comment, end + 1


def _tokens_of_whole(text: str) -> list[Token]:
    """Return the tokens of a text in which a token may span lines."""
    found: list[Token] = []
    end = 0
    for gap, kind, mark in _words(text):
        start = end + len(gap)
        fresh = end == 0 or "\n" in gap
        end = start + len(mark)
        found.append(Token(kind, mark, start, end, fresh))
    return found


@remembered
def tokens_of_line(line: str, in_comment: bool) -> tuple[LineTokens, bool]:
    """Return the tokens of a line, and whether it ends in a comment.

    `in_comment` says whether the line begins in a comment.  The lists are cached: do not change
    them.
    """
    found: LineTokens = []
    end = line.find("*/") + 2 if in_comment else 0
    if in_comment and end == 1:
        return found, True
    for gap, kind, mark in _words(line[end:]):
        start = end + len(gap)
        end = start + len(mark)
        found.append((kind, mark, start, end))
    return found, _OPEN_COMMENT.match(line, end) is not None


def _words(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the blanks and comments before each token, the kind of the token, and its text."""
    # A list of tuples costs a third of a list of matches.
    for gap, word, number, literal, other in _TOKEN.findall(text):
        mark = word or number or literal or other
        if mark:
            kind = "word" if word else "number" if number else "text" if literal else "other"
            yield gap, kind, mark


def token_index(tokens: list[Token], offset: int) -> int:
    """Return the index of the first token that ends after the byte `offset`."""
    low, high = 0, len(tokens)
    while low < high:
        middle = (low + high) // 2
        if tokens[middle].end > offset:
            high = middle
        else:
            low = middle + 1
    return low


def column(text: str, offset: int) -> int:
    """Return the indentation of the line of the byte `offset`, counted up to that byte."""
    start = text.rfind("\n", 0, offset) + 1
    line = text[start:offset]
    return len(line) - len(line.lstrip())


def before_open_comment(text: str) -> str:
    """Return a text with a comment at its end that is not closed replaced by a few blanks.

    The grammar does not see the end of the code before such a comment.  Fix-ups use the blanks.
    """
    start = text.rfind("/*")
    if start < 0 or start < text.rfind("*/"):
        return text
    tokens = tokens_of(text)
    if tokens and tokens[-1].end > start:
        return text
    return text[:start] + " " * min(_COMMENT_BLANKS, len(text) - start)


def closer_of(tokens: list[Token], opener: int, most: int) -> int | None:
    """Return the index of the parenthesis that closes the one at `opener`.

    None if it is not among the `most` tokens from `opener` on.
    """
    depth = 0
    for index in range(opener, min(len(tokens), opener + most)):
        mark = tokens[index].text
        depth += (mark == "(") - (mark == ")")
        if depth == 0:
            return index
    return None
