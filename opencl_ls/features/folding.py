"""What can be folded: bodies, comments, the branches of `#if`, and groups of includes.

It is read from the text itself, with one pass over comments, strings, braces and directives: a
missing brace somewhere spoils nothing but the fold that it belongs to.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.text import COMMENT_BODY

if TYPE_CHECKING:
    from collections.abc import Iterator


class Fold(Struct, frozen=True):
    """A stretch that can be folded.

    `kind` is "comment", "imports", "region" or "" for code; `closed` tells that the last line is
    to stay in sight, as the one with the closing brace does.
    """

    start: int
    end: int
    kind: str = ""
    closed: bool = False


# Every branch begins with a character of its own, so that a search goes from one to the next: a
# directive begins with the end of the line above.
_PIECE = re.compile(
    rf"""
    /{COMMENT_BODY}
    | //(?:[^\n\\]++|\\(?:\r?\n|.)|\\\Z)*
    | "(?:[^"\\\n]++|\\.)*"? | '(?:[^'\\\n]++|\\.)*'?
    | [{{}}]
    | \n[ \t]*\#[ \t]*(?P<directive>if|ifdef|ifndef|elif|else|endif|include|pragma)\b
      (?P<rest>(?:[^\n\\/]++|\\(?:\r?\n|.)|/(?![/*]))*)
    """,
    re.VERBOSE | re.DOTALL,
)
_REGION = re.compile(r"//[ \t]*#?(region|endregion)\b|[ \t]*(region|endregion)\b")


def folds(text: str) -> list[Fold]:
    """Return the folds of a byte text, in the order of their starts; some may be on one line."""
    found = list(_folds(text))
    found.sort(key=lambda fold: (fold.start, -fold.end))
    return found


def _folds(text: str) -> Iterator[Fold]:
    braces: list[int] = []
    branches: list[int] = []
    depths: list[int] = []
    regions: list[int] = []
    comments = _Group("comment")
    includes = _Group("imports")
    # The first line has an end of a line above as well, so all that is found lies one further on.
    for match in _PIECE.finditer("\n" + text):
        start, end = match.start() - 1, match.end() - 1
        piece = match[0]
        first = piece[0]
        if first == "{":
            braces.append(start)
        elif first == "}":
            if braces:
                yield Fold(braces.pop() + 1, start, closed=True)
        elif first == "\n":
            directive, start = match["directive"], start + 1
            if directive == "include":
                yield from includes.add(text, start, end)
            elif directive == "pragma":
                marker = _REGION.match(match["rest"])
                if marker is not None:
                    yield from _region(marker[2] or "", start, end, regions)
            elif directive.startswith("if"):
                branches.append(end)
                depths.append(len(braces))
            elif branches:
                yield Fold(branches.pop(), start, closed=True)
                if directive == "endif":
                    depths.pop()
                else:
                    # Each branch begins with the braces that stood open before the first.
                    del braces[depths[-1] :]
                    branches.append(end)
        elif piece.startswith("/*"):
            yield Fold(start, end, "comment")
        elif first == "/":
            marker = _REGION.match(piece)
            if marker is not None:
                yield from _region(marker[1] or "", start, end, regions)
            elif _alone(text, start):
                yield from comments.add(text, start, end)
    yield from comments.flush()
    yield from includes.flush()


class _Group:
    """Neighbouring lines of one kind that fold together."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.start = self.end = -1
        self.count = 0

    def add(self, text: str, start: int, end: int) -> Iterator[Fold]:
        if self.count and _blank(text, self.end, start):
            self.count += 1
        else:
            yield from self.flush()
            self.start, self.count = start, 1
        self.end = end

    def flush(self) -> Iterator[Fold]:
        if self.count > 1:
            yield Fold(self.start, self.end, self.kind)
        self.count = 0


def _region(word: str, start: int, end: int, regions: list[int]) -> Iterator[Fold]:
    if word == "region":
        regions.append(end)
    elif regions:
        yield Fold(regions.pop(), start, "region")


def _alone(text: str, start: int) -> bool:
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _blank(text: str, start: int, end: int) -> bool:
    """Return whether only a line's end and indentation lie between two places."""
    between = text[start:end]
    return not between.strip() and between.count("\n") <= 1
