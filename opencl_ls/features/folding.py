"""Folding ranges: bodies, comments, the branches of `#if`, and groups of includes.

It comes from the text itself, by one pass over comments, strings, braces and directives: a missing
brace affects only its own fold.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.text import COMMENT_BODY

if TYPE_CHECKING:
    from collections.abc import Iterator


class Fold(Struct, frozen=True):
    """A range that can be folded.

    `kind` is "comment", "imports", "region" or "" for code; `closed` is true if the last line, the
    one with the closing brace, stays visible.
    """

    start: int
    end: int
    kind: str = ""
    closed: bool = False


# Every branch begins with a different character, which makes the search fast: a
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
    found = list(_Folding(text).run())
    found.sort(key=lambda fold: (fold.start, -fold.end))
    return found


class _Folding:
    """One pass over the pieces of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._braces: list[int] = []
        # The ends of the branches that are open, and the number of open braces at each `#if`.
        self._branches: list[int] = []
        self._depths: list[int] = []
        self._regions: list[int] = []
        self._comments = _Lines("comment")
        self._includes = _Lines("imports")

    def run(self) -> Iterator[Fold]:
        # The text gets a line end in front, so that its first line has one as well; every offset
        # of a match is one too large.
        for match in _PIECE.finditer("\n" + self._text):
            start, end = match.start() - 1, match.end() - 1
            first = match[0][0]
            if first == "{":
                self._braces.append(start)
            elif first == "}":
                if self._braces:
                    yield Fold(self._braces.pop() + 1, start, closed=True)
            elif first == "\n":
                yield from self._directive(match, start + 1, end)
            elif first == "/":
                yield from self._comment(match[0], start, end)
        yield from self._comments.flush()
        yield from self._includes.flush()

    def _directive(self, match: re.Match[str], start: int, end: int) -> Iterator[Fold]:
        directive = match["directive"]
        if directive == "include":
            yield from self._includes.add(self._text, start, end)
        elif directive == "pragma":
            yield from self._region(_REGION.match(match["rest"]), start, end)
        elif directive.startswith("if"):
            self._branches.append(end)
            self._depths.append(len(self._braces))
        elif self._branches:
            yield Fold(self._branches.pop(), start, closed=True)
            if directive == "endif":
                self._depths.pop()
            else:
                # Each branch starts with the braces that were open before the first one.
                del self._braces[self._depths[-1] :]
                self._branches.append(end)

    def _comment(self, piece: str, start: int, end: int) -> Iterator[Fold]:
        if piece.startswith("/*"):
            yield Fold(start, end, "comment")
            return
        marker = _REGION.match(piece)
        if marker is not None:
            yield from self._region(marker, start, end)
        elif _alone(self._text, start):
            yield from self._comments.add(self._text, start, end)

    def _region(self, marker: re.Match[str] | None, start: int, end: int) -> Iterator[Fold]:
        word = marker and (marker[1] or marker[2])
        if word == "region":
            self._regions.append(end)
        elif word and self._regions:
            yield Fold(self._regions.pop(), start, "region")


class _Lines:
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


def _alone(text: str, start: int) -> bool:
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _blank(text: str, start: int, end: int) -> bool:
    """Return whether only a line's end and indentation lie between two places."""
    between = text[start:end]
    return not between.strip() and between.count("\n") <= 1
