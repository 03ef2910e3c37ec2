"""The cuts of a text into the parts that the surface parses by themselves.

A part is roughly a top-level item: a function, a declaration, a directive.  Cuts are found by
braces, semicolons, directives and the heads of functions.  They depend only on the text: broken
text is cut in the same way whatever was edited before, and an unfinished line affects no other
part.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.syntax.splitting import HEAD, LONGEST_HEAD, declares_parameters, opens_body
from opencl_ls.text import COMMENT_BODY

if TYPE_CHECKING:
    from collections.abc import Iterator


def _token(marks: str) -> re.Pattern[str]:
    # Every branch begins with a character of its own, which makes the search fast.
    return lazy_pattern(
        r"//[^\n\\]*(?:\\.[^\n\\]*)*"
        rf"|/{COMMENT_BODY}"
        r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
        r"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?"
        r"|#[^\n\\/]*(?:(?:\\\r?.|/\*.*?\*/|/(?!\*))[^\n\\/]*)*"
        rf"|[{marks}]"
        rf"|\n(?={HEAD})",
        re.S | re.A,
    )


_TOKEN: Final = _token("{}();=")
_IN_BRACES: Final = _token("{}")
_COMMENT: Final = re.compile(rf"//[^\n]*|/{COMMENT_BODY}", re.S)
_CONDITION: Final = re.compile(r"#[ \t]*(if|el|endif)")
_LINKAGE: Final = re.compile(r'extern\s*"C"')
_KERNEL: Final = re.compile(r"[ \t]*(?:__)?kernel\b")


class Cut(NamedTuple):
    """The end of a part, as a byte offset.

    `opened` is the offset in the part of the brace of a function's body, if there is one.
    `missing` are the brackets that are left open, up to the body if there is one.  `conditions` is
    the number of `#if` that are open after the part.
    """

    end: int
    opened: int | None
    missing: str
    conditions: int


def cuts(text: str, start: int = 0, conditions: int = 0) -> Iterator[Cut]:
    """Yield the ends of the parts of a text, from the start of a part on.

    `start` is a byte offset, `conditions` the number of `#if` that are open there.  The parts are
    adjacent; the last one ends with the text.  They depend only on the text after `start`.
    """
    cutter = _Cutter(text, start, conditions)
    while match := (_IN_BRACES if cutter.braces else _TOKEN).search(text, start):
        start = match.end()
        cutter.take(match)
        if cutter.found:
            yield from cutter.found
            cutter.found.clear()
    if cutter.start < len(text):
        yield cutter.cut(len(text))


def last_settled(text: str, place: int) -> int:
    """Return an offset up to which cuts do not depend on the text from `place` on, or -1.

    The head of a function is recognised by lookahead, up to the first of these marks.
    """
    return max(text.rfind(mark, 0, place) for mark in "{};")


class _Cutter:
    """Finds the ends of items, by the rules of the analysis for preprocessed text."""

    def __init__(self, text: str, start: int, conditions: int) -> None:
        self.text = text
        self.found: list[Cut] = []
        # The number of `#if` open before the part; the depth of braces before each `#if` in it.
        self.outer = conditions
        self.conditions: list[int] = []
        self.start = start
        self.braces = self.parentheses = 0
        self.assigned = False
        self.opened: int | None = None

    def pending(self, end: int) -> str:
        """Return the unfinished part without its comments."""
        return _COMMENT.sub(" ", self.text[self.start : end]).strip()

    def cut(self, end: int) -> Cut:
        """Return the cut that ends the present part."""
        missing = ")" * self.parentheses
        if self.opened is None:
            missing += "}" * self.braces
        return Cut(end, self.opened, missing, self.outer + len(self.conditions))

    def finish(self, end: int) -> None:
        """End a part, if there is one."""
        if self.text[self.start : end].strip():
            cut = self.cut(end)
            self.found.append(cut)
            self.start, self.outer = end, cut.conditions
            self.conditions.clear()
        self.braces = self.parentheses = 0
        self.assigned, self.opened = False, None

    def take(self, match: re.Match[str]) -> None:
        """Take the next mark, comment, literal, directive or line before a head."""
        mark = match[0]
        if mark[0] == "#":
            self.directive(match)
        elif mark == "\n":
            if self.begins_here(match.end()):
                self.finish(match.end())
        elif mark == "{":
            self.open_brace(match)
        elif mark == "}":
            self.braces -= 1
            if self.braces < 0 or (not self.braces and self.opened is not None):
                self.finish(match.end())
        elif not self.braces:
            self.take_in_head(match)

    def open_brace(self, match: re.Match[str]) -> None:
        """Take an opening brace: that of a function's body, a record, a list or a linkage."""
        header = "" if self.braces or self.assigned else self.pending(match.start())
        if _LINKAGE.fullmatch(header):
            # It may be only for C++, and so may its closing brace.
            self.finish(match.end())
            return
        if header and opens_body(header):
            self.opened = match.start() - self.start
        self.braces += 1

    def take_in_head(self, match: re.Match[str]) -> None:
        """Take a mark, comment or literal outside of braces."""
        mark = match[0]
        if mark == ";":
            if not self.is_headed(match.start()):
                self.finish(match.end())
        elif mark == "(":
            self.parentheses += 1
        elif mark == ")":
            self.parentheses = max(0, self.parentheses - 1)
        elif mark == "=" and not self.parentheses:
            self.assigned = True

    def is_headed(self, place: int) -> bool:
        """Return whether a semicolon ends the declaration of an old-style parameter."""
        if self.assigned or place - self.start > LONGEST_HEAD:
            return False
        return declares_parameters(self.pending(place))

    def begins_here(self, place: int) -> bool:
        """Return whether a line that looks like the head of a function begins an item."""
        if self.braces or self.parentheses:
            return True
        pending = self.pending(place)
        if pending.startswith("__attribute__"):
            return False
        # Words and stars before it may belong to it, but a head has `kernel` only once.
        return pending[-1:] in {")", "}", ",", "=", ";"} or (
            _KERNEL.match(self.text, place) is not None and _KERNEL.match(pending) is not None
        )

    def directive(self, match: re.Match[str]) -> None:
        """Cut a directive out of the program scope; alternatives begin at the same depth."""
        condition = _CONDITION.match(match[0])
        word = "" if condition is None else condition[1]
        if word == "el":
            if self.conditions:
                self.braces = self.conditions[-1]
            elif self.outer:
                self.braces = 0
        is_outside = not self.braces and not self.parentheses
        if is_outside:
            self.finish(match.start())
        if word == "if":
            self.conditions.append(self.braces)
        elif word == "endif" and self.conditions:
            self.conditions.pop()
        elif word == "endif":
            self.outer = max(0, self.outer - 1)
        if is_outside:
            self.finish(match.end())
