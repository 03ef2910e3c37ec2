"""Marks in the text of items for pragmas whose place matters.

The text that is parsed has no directives.  A pragma that applies to the code after it, such as
`#pragma unroll`, is represented there by a comment that begins with a control character, so that no
comment of a source file is taken for it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

_OPENING: Final = "/*\x01"
_OPENING_LOOP: Final = "/*\x02"
_MARK: Final = re.compile(r"/\*[\x01\x02]([^*]*)\*/")
# Compilers ignore pragmas of any other form.
_LOOP: Final = lazy_pattern(
    r"unroll(?:_and_jam)?(?: ?\((?:[^()]|\([^()]*\))*\)| [^( ].*)?\Z|nounroll(?:_and_jam)?\Z"
    r"|clang loop\b|GCC unroll\b",
    re.ASCII,
)
_PLACED: Final = lazy_pattern(
    r"(?:(?:OPENCL|STDC) FP_CONTRACT|STDC CX_LIMITED_RANGE) (?:ON|OFF|DEFAULT)\b"
    r"|OPENCL EXTENSION \w+ ?: ?(?:enable|disable|begin|end)\b|clang fp\b",
    re.ASCII,
)
OUTSIDE: Final = r"(?!\*\x02)"
"""A pattern after the `/` of a comment: it excludes the marks of loops, which begin an item."""


class PragmaMark(NamedTuple):
    """A pragma in the text of an item: its byte offsets, and its words with single blanks."""

    start: int
    end: int
    words: str

    @property
    def is_of_loop(self) -> bool:
        """Whether it applies to the loop after it."""
        return _LOOP.match(self.words) is not None


def mark(words: str, length: int = 0) -> str:
    """Return the mark of a pragma, or "" if its place does not matter.

    `words` are the words of the pragma; `length` is the minimal length of the mark in bytes.
    """
    if _LOOP.match(words):
        opening = _OPENING_LOOP
    elif _PLACED.match(words):
        opening = _OPENING
    else:
        return ""
    inner = words.replace("*", "\x03")
    return f"{opening}{inner.ljust(length - len(opening) - 2)}*/"


def marks_in(text: str) -> Iterator[PragmaMark]:
    """Yield the pragmas in the text of an item, in their order."""
    for match in _MARK.finditer(text):
        yield PragmaMark(*match.span(), match[1].rstrip().replace("\x03", "*"))


def has_marks(text: str) -> bool:
    """Return whether a text may have marks."""
    return _OPENING in text or _OPENING_LOOP in text


def without_marks(text: str) -> str:
    """Return a text without marks."""
    return _MARK.sub("", text) if has_marks(text) else text
