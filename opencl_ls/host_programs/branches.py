"""Texts that a host of the family of C puts together in branches.

    s += "kernel void ";
    if (is_fast) s += "fast(";
    else s += "slow(";
    s += "global int *a) {";

Of alternatives the first one is read, and the others are left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

FURTHEST: Final = 4000
"""The greatest distance of two literals with branches between them, in bytes."""

_NESTED: Final = r"(?:[^(){};]|\((?:[^(){};]|\([^(){};]*+\))*+\))*+"
_CONDITION: Final = re.compile(rf"if\s*\({_NESTED}\)")
_OPEN_CONDITION: Final = re.compile(rf"if\s*\((?:[^(){{}};]|\({_NESTED}\)|\()*+\Z")
_OWNER: Final = r"([\w.>-]+?(?:\([^(){};]*\))?)\s*"
_ADDS: Final = r"(?:\.|->)\s*(?:append|push_back)\s*\(|\+=|<<"
_OPENER: Final = re.compile(rf"{_OWNER}(?:{_ADDS})\s*")
_BEGUN: Final = re.compile(rf"(?:^|[\s;{{}}*&]){_OWNER}(?:{_ADDS}|=|\()\s*\Z")
"""The statement that adds a text to a variable, or declares it, up to the text."""
_LOOK_BACK: Final = 200
"""How much of the host's text before a literal is read, in bytes."""
_END: Final = re.compile(r"\)?\s*(?:<<\s*[\w:.]+\s*)?;")
_STREAMED: Final = re.compile(r"([\w.:]+)\s*<<\s*\Z")
_UNENDED: Final = re.compile(r"[^;{}]*\Z")
_OTHER: Final = re.compile(
    r"(?!(?:for|while|do|switch|case|default|return|break|continue|goto|throw|try|catch)\b)"
    r"[A-Za-z_][^;{}]*;"
)
"""A statement that is about something else, unless it names the owner."""
_VALUE: Final = re.compile(rf"({_NESTED})\)?\s*;")
_BLANKS: Final = re.compile(r"\s*")
_ELSE: Final = re.compile(r"else\b")


class Step(NamedTuple):
    """The way from one literal of a text to another one.

    `blocks` are the blocks around the next literal
    that began on the way, each with whether it is left out.  `is_left_out`: so is that literal, or
    it is a part of a condition.  `value` is where the first value is that the host adds, from and
    to a byte of the way, None if there is none.
    """

    blocks: tuple[bool, ...]
    is_left_out: bool
    value: tuple[int, int] | None


def owner_before(code: str, start: int) -> str:
    """Return the variable that the literal at a byte of a host's code is for, or ""."""
    match = _BEGUN.search(code[max(0, start - _LOOK_BACK) : start])
    return "" if match is None else match[1]


def step_over(way: str, owner: str, blocks: Sequence[bool]) -> Step | None:
    """Return the step over a way, the host's text between two literals; None if it is no such way.

    Literals and comments in it are blank.  `owner` is the variable that the text is for, and
    `blocks` are those around the literal before it.
    """
    match = _END.match(way)
    return None if match is None else _Reader(way, owner, blocks).read(match.end())


class _Reader:
    def __init__(self, way: str, owner: str, blocks: Sequence[bool]) -> None:
        self._way = way
        self._owner = owner
        self._named = re.compile(rf"(?<![\w.]){re.escape(owner)}(?!\w)")
        self._blocks = list(blocks)
        self._value: tuple[int, int] | None = None
        # Whether the next statement or block is left out.
        self._is_other = False

    def read(self, at: int) -> Step | None:
        """Read the statements from a byte on."""
        way = self._way
        while True:
            match = _BLANKS.match(way, at)
            at = at if match is None else match.end()
            sign = way[at : at + 1]
            if sign in ("{", "}"):
                self._brace(sign)
                at += 1
            elif (match := _ELSE.match(way, at)) is not None:
                self._is_other = True
                at = match.end()
            elif (match := _CONDITION.match(way, at)) is not None:
                at = match.end()
            elif _OPEN_CONDITION.match(way, at) is not None:
                return self._step(is_left_out=True)
            else:
                match = _OPENER.match(way, at)
                if match is not None and match[1] == self._owner:
                    streamed = _STREAMED.match(way, match.end())
                    if streamed is not None:
                        self._add(streamed.span(1))
                    is_left_out = self._is_left_out()
                    is_at_end = streamed is not None or match.end() == len(way)
                    if is_at_end or (is_left_out and _UNENDED.match(way, match.end())):
                        return self._step(is_left_out=is_left_out)
                    match = _VALUE.match(way, match.end())
                    if match is not None:
                        self._add(match.span(1))
                else:
                    match = _OTHER.match(way, at)
                    if match is not None and self._named.search(match[0]):
                        return None
                if match is None:
                    return None
                self._is_other = False
                at = match.end()

    def _brace(self, sign: str) -> None:
        if sign == "{":
            self._blocks.append(self._is_other)
        elif self._blocks:
            self._blocks.pop()
        self._is_other = False

    def _add(self, value: tuple[int, int]) -> None:
        start, end = value
        written = self._way[start:end].rstrip()
        if self._value is None and written and not self._is_left_out():
            self._value = start, start + len(written)

    def _is_left_out(self) -> bool:
        return self._is_other or any(self._blocks)

    def _step(self, *, is_left_out: bool) -> Step:
        return Step(tuple(self._blocks), is_left_out, self._value)
