"""The statements of a host program, as far as brackets and indentation show them."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from opencl_ls.host_programs.languages import Language

_SIGNS: Final = re.compile(r"[()\[\]{};\n]")
_BEFORE_BLOCK: Final = re.compile(
    r"(?:\)|\b(?:else|do|try|const|noexcept|override)|->\s*[\w:<>]+)\s*\Z"
)
_CONDITION: Final = re.compile(
    r"\s*(?:\}\s*)?(?:#[ \t]*(?:if|el)|(?:if|else|elif|elseif|case|switch|match|except|catch)\b)"
)
_INDENTED: Final = frozenset(("python", "julia"))


class Statement(Struct, frozen=True):
    """A statement from byte `start` on, in the block of statement `parent`, -1 for none."""

    start: int
    parent: int


class Statements:
    """The statements of a text whose comments are blanks and whose literals are quotes."""

    def __init__(self, text: str, language: Language) -> None:
        self._text = text
        self._all = _indented(text) if language.name in _INDENTED else _braced(text)
        self._starts = [each.start for each in self._all]

    def around(self, at: int) -> tuple[int, int]:
        """Return where the statement begins and ends that has a byte."""
        number = self._number(at)
        last = number + 1 == len(self._all)
        return self._starts[number], len(self._text) if last else self._starts[number + 1]

    def is_conditional(self, at: int) -> bool:
        """Return whether the statement at a byte runs under a condition, as far as one can see."""
        number = self._number(at)
        while number >= 0:
            if _CONDITION.match(self._text, self._starts[number]):
                return True
            number = self._all[number].parent
        return False

    def _number(self, at: int) -> int:
        return max(0, bisect_right(self._starts, at) - 1)


def _braced(text: str) -> list[Statement]:
    found = [Statement(0, -1)]
    blocks: list[int] = []
    opened: list[bool] = []
    """For each open bracket, whether it is a block."""
    for match in _SIGNS.finditer(text):
        sign = match[0]
        if sign in "([":
            opened.append(False)
        elif sign == "{":
            inside = bool(opened) and not opened[-1]
            is_block = bool(_BEFORE_BLOCK.search(text, max(0, match.start() - 60), match.start()))
            is_block = is_block or (not inside and _is_bare(text, match.start()))
            opened.append(is_block)
            if is_block:
                blocks.append(len(found) - 1)
                found.append(Statement(match.end(), blocks[-1]))
        elif sign in ")]}":
            if opened and opened.pop() and blocks:
                parent = found[blocks.pop()].parent
                found.append(Statement(match.end(), parent))
        elif sign == ";" and (not opened or opened[-1]):
            found.append(Statement(match.end(), blocks[-1] if blocks else -1))
    return found


def _is_bare(text: str, at: int) -> bool:
    """Return whether a brace begins a block and no list: nothing assigns or passes it."""
    before = text[max(0, at - 200) : at].rstrip()
    return not before.endswith(("=", ",", "(", "{", "[", ">", "return"))


def _indented(text: str) -> list[Statement]:
    found: list[Statement] = []
    indents: list[tuple[int, int]] = []
    depth, start = 0, 0
    for match in re.finditer(r"[()\[\]{}]|\n", text + "\n"):
        sign = match[0]
        if sign != "\n":
            depth = max(0, depth + (1 if sign in "([{" else -1))
            continue
        around = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        if depth or around[0] == "\\" or around == ('"', '"'):
            # The line goes on, or the next one begins inside of a literal.
            continue
        line = text[start : match.start()]
        if line.strip():
            indent = len(line) - len(line.lstrip())
            while indents and indents[-1][0] >= indent:
                indents.pop()
            found.append(Statement(start, indents[-1][1] if indents else -1))
            indents.append((indent, len(found) - 1))
        start = match.end()
    return found or [Statement(0, -1)]
