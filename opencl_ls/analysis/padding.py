"""Padding of the lines of large items, so that an edit in one line moves no other.

Records hold offsets in bytes from the start of their item.  A key in a line would move all records
after it, and no result for them could be reused (`syntax/statement_cache.py`).  So each line of a
large item is filled up with blanks to a multiple of WIDTH bytes: most keys change the length of no
line, and all records of other lines stay equal.  The analysis sees the padded text.  `PaddedLines`
converts offsets between it and the text that the preprocessor made.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate, count
from operator import add
from typing import Final

from msgspec import Struct

WIDTH: Final = 64
"""The lines of a large item have a multiple of this length, in bytes, without their end."""

LARGEST: Final = 200_000
"""From this length in bytes on an item is not padded: it is a table."""

_PADDING: Final = re.compile(r" +(?=\r?\n)")
_BLANKS: Final = [" " * (-length % WIDTH) for length in range(WIDTH)]


class PaddedLines(Struct, eq=False, dict=True):
    """The texts of an item with and without padding, and the places where their lines start.

    The places are found when the first offset is converted: in most items of headers none is.
    """

    padded_text: str
    text: str

    @cached_property
    def padded(self) -> list[int]:
        """The bytes at which the lines of the padded text start."""
        return _starts(self.padded_text)

    @cached_property
    def original(self) -> list[int]:
        """The bytes at which the lines of the text before padding start."""
        return _starts(self.text)

    def to_original(self, offset: int) -> int:
        """Return the offset before padding of a byte of the padded text.

        Padding belongs to the end of its line.
        """
        line = bisect_right(self.padded, offset) - 1
        at = self.original[line] + offset - self.padded[line]
        return min(at, self.original[line + 1] - 1) if line + 1 < len(self.original) else at

    def to_padded(self, offset: int) -> int:
        """Return the offset in the padded text of a byte of the text before padding."""
        line = bisect_right(self.original, offset) - 1
        return self.padded[line] + offset - self.original[line]


def padded(text: str) -> tuple[str, PaddedLines]:
    """Return a text with padded lines; its last line stays as it is."""
    lines = text.split("\n")
    last = lines.pop()
    if "\r" in text:
        rows = [_padded_line(line) for line in lines]
    else:
        rows = [line + _BLANKS[len(line) % WIDTH] for line in lines]
    made = "\n".join((*rows, last))
    return made, PaddedLines(made, text)


def without_padding(text: str) -> str:
    """Return a text made of a padded one without blanks at ends of lines."""
    return _PADDING.sub("", text) if "\n" in text else text


def _padded_line(line: str) -> str:
    blanks = _BLANKS[len(line) % WIDTH]
    return f"{line[:-1]}{blanks}\r" if line.endswith("\r") else line + blanks


def _starts(text: str) -> list[int]:
    lines = text.split("\n")
    lines.pop()
    return list(map(add, accumulate(map(len, lines), initial=0), count()))
