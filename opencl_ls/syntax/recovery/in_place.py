"""Edits of a text that keep its length: inserted text takes the place of blanks around it.

All offsets in the item stay valid, so that findings of the edited text need no mapping.
"""

from __future__ import annotations

import re
from typing import Final

from opencl_ls.lazy_pattern import lazy_pattern

_MOVABLE: Final = ";,)}]{"
_MOST_MOVED: Final = 3
"""The most punctuation marks that are moved."""

_COMMENT: Final = lazy_pattern(r"//[^\n]*|/\*.*?\*/", re.S)
_NO_LINE_END: Final = lazy_pattern(r"[^\n]")


def blanked(text: str) -> str:
    """Return a text with a blank in place of each character but line ends."""
    return _NO_LINE_END.sub(" ", text)


def overwritten(text: str, start: int, end: int, put: str = "") -> str:
    """Return a text with `put` and blanks in place of the bytes from `start` to `end`.

    `put` is not longer than these bytes.  Line ends in them become blanks as well.
    """
    return text[:start] + put.ljust(end - start) + text[end:]


def inserted(text: str, place: int, put: str) -> str | None:
    """Return a text with `put` inserted at the byte `place`; None if there are too few blanks.

    Up to three punctuation marks after the place move into the blanks after them.  Comments count
    as blanks.
    """
    moved, end, needed = "", place, len(put)
    while needed:
        if end == len(text):
            return None
        comment = _COMMENT.match(text, end)
        if comment is not None:
            text = text[:end] + blanked(comment[0]) + text[comment.end() :]
        character = text[end]
        if character.isspace():
            needed -= 1
        elif character in _MOVABLE and len(moved) < _MOST_MOVED:
            moved += character
        else:
            return None
        end += 1
    return text[:place] + put + moved + text[end:]


def replaced(text: str, start: int, end: int, put: str) -> str | None:
    """Return a text with `put` in place of the bytes from `start` to `end`; None without blanks.

    A longer `put` takes blanks on the same line, first those after the bytes.  It is not joined to
    a word beside it.
    """
    needed = len(put) - (end - start)
    if needed <= 0:
        return overwritten(text, start, end, put)
    last = end
    while needed and text[last : last + 1] in (" ", "\t"):
        if _joins(put[-1], text[last + 1 : last + 2]):
            break
        last += 1
        needed -= 1
    first = start
    while needed and first and text[first - 1] in " \t":
        if first > 1 and _joins(text[first - 2], put[0]):
            break
        first -= 1
        needed -= 1
    return None if needed else text[:first] + put + text[last:]


def _joins(left: str, right: str) -> bool:
    return (left.isalnum() or left == "_") and (right.isalnum() or right == "_")
