"""The blocks and functions of a host program, and which assignment of a variable a use sees."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MARKS: Final = re.compile(r"[{}]|^[ \t]*#[ \t]*(if|elif|else|endif)", re.M)
_BODY: Final = re.compile(r"\)\s*(?:const|noexcept|override|final|->\s*[\w:<>]+|\s)*$")
_CONDITION: Final = re.compile(r"^\s*(?:\}\s*)?(?:if|else|for|while|do|case|default|switch)\b")
_STATEMENT_END: Final = re.compile(r"[;{}]|(?<=\w):(?!:)\s*(?=\n)")
_INDENT: Final = re.compile(r"^([ \t]*)(\S.*)$", re.M)
_HEAD: Final = re.compile(r"(?:async\s+)?def\b")
_OPENED: Final = re.compile(r"[(\[{]")
_CLOSED: Final = re.compile(r"[)\]}]")
_LOOK_BACK: Final = 2000
"""The longest head of a function, and the longest statement, in bytes."""


class Block(NamedTuple):
    """A block from byte `start` to byte `end`; `head` is where the head of a function begins.

    `head` is None for all other blocks.  Each branch of a conditional directive is a block.
    """

    start: int
    end: int
    head: int | None = None


class Scopes:
    """The blocks of a host program, whose text has no comments and literals any more."""

    def __init__(self, text: str, *, by_indentation: bool) -> None:
        self._text = text
        self._by_indentation = by_indentation
        found = _indented(text) if by_indentation else _braced(text)
        self._blocks = sorted(found)
        self._paths: dict[int, tuple[Block, ...]] = {}

    def path(self, offset: int) -> tuple[Block, ...]:
        """Return the blocks around a byte, the outermost first."""
        if offset not in self._paths:
            self._paths[offset] = tuple(
                each for each in self._blocks if each.start <= offset < each.end
            )
        return self._paths[offset]

    def function(self, offset: int) -> tuple[int, int] | None:
        """Return from which byte to which the function around a byte goes, its head included.

        A function in another one is a function of its own by indentation, and part of it by braces.
        """
        around = [(each.head, each.end) for each in self.path(offset) if each.head is not None] or [
            (each.head, each.end)
            for each in self._blocks
            if each.head is not None and each.head <= offset < each.start
        ]
        if not around:
            return None
        return around[-1] if self._by_indentation else around[0]

    def is_conditional(self, offset: int) -> bool:
        """Return whether the statement around a byte has a condition before it, without braces."""
        if self._by_indentation:
            return False
        first = max(0, offset - _LOOK_BACK)
        ends = list(_STATEMENT_END.finditer(self._text, first, offset))
        start = ends[-1].end() if ends else first
        return _CONDITION.search(self._text[start:offset]) is not None

    def seen(self, use: int, writes: Sequence[int]) -> int | None:
        """Return which of some writes of a variable in one function a use sees, None if not sure.

        `writes` are their bytes in the order of the text, and the result is an index.
        """
        around = set(self.path(use))
        index = sum(at <= use for at in writes) - 1
        if index < 0 or self.is_conditional(writes[index]):
            return None
        outer = set(self.path(writes[index]))
        # A loop may come back to the use from a later write.
        may_return = any(around.intersection(self.path(at)) - outer for at in writes[index + 1 :])
        return None if may_return or not outer <= around else index


def _braced(text: str) -> Iterator[Block]:
    opened: list[int] = []
    branches: list[tuple[int, list[int]]] = []
    for match in _MARKS.finditer(text):
        word, at = match[1], match.start()
        if match[0] == "{":
            opened.append(at)
        elif match[0] == "}":
            if opened:
                yield _block(text, opened.pop(), at + 1)
        elif word == "if":
            branches.append((at, list(opened)))
        elif branches:
            start, before = branches.pop()
            yield Block(start, at)
            if word != "endif":
                branches.append((at, before))
                opened = list(before)
    for at in opened:
        yield _block(text, at, len(text))


def _block(text: str, start: int, end: int) -> Block:
    before = text[max(0, start - _LOOK_BACK) : start]
    if _BODY.search(before) is None:
        return Block(start, end)
    head = max(before.rfind(each) for each in ";{}#") + 1
    written = before[head:]
    is_statement = re.match(r"\s*(?:if|for|while|switch|catch|else|do)\b", written) is not None
    # The parentheses of a `for` hold semicolons.
    is_statement = is_statement or written.count("(") != written.count(")")
    return Block(start, end, None if is_statement else start - len(before) + head)


def _indented(text: str) -> Iterator[Block]:
    opened: list[tuple[int, int, int | None]] = []
    depth, head, width_of_head = 0, None, -1
    for match in _INDENT.finditer(text):
        written = match[2]
        is_continued = depth > 0
        depth = max(0, depth + len(_OPENED.findall(written)) - len(_CLOSED.findall(written)))
        # A line of a literal begins with a quote.
        if is_continued or (match[1] == "" and written.startswith('"')):
            continue
        width = len(match[1].expandtabs())
        while opened and width < opened[-1][0]:
            _, start, named = opened.pop()
            yield Block(start, match.start(), named)
        if width > (opened[-1][0] if opened else 0):
            opened.append((width, match.start(), head if width > width_of_head else None))
        if _HEAD.match(written):
            head, width_of_head = match.start(), width
        else:
            head, width_of_head = None, -1
    for _, start, named in opened:
        yield Block(start, len(text), named)
