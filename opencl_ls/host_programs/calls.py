"""The calls of given functions in a host program, with their arguments as they are written."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.host_programs.literals import stretches

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from opencl_ls.host_programs.languages import Language

_BRACKETS: Final = re.compile(r"[()\[\]{},]")
_CLOSES: Final = {")": "(", "]": "[", "}": "{"}
_OPENS: Final = {opening: closing for closing, opening in _CLOSES.items()}
_TEMPLATE: Final = re.compile(r"(?<=\w)(?:::)?<[\w\s:,*&<>]{0,200}>(?=\s*[({])")
_DEFINES: Final = re.compile(r"\b(?:def|fn|function)\s+$")
_JOINER: Final = re.compile(r"(?:\.|->|::)\s*$")
_NAME: Final = re.compile(r"[\w?!$@]*\s*$")
_MOST_BRACKETS: Final = 1000
"""How many brackets and commas are read to find the end of a call."""
_LOOK_BACK: Final = 2000
"""How far a receiver is looked for before the name of its method, in bytes."""


class Argument(Struct, frozen=True):
    """An argument from byte `start` to byte `end` as it is written, without comments around it."""

    start: int
    end: int
    text: str


class Call(Struct, frozen=True):
    """A call from the first byte of its name to the byte after its closing bracket.

    `receiver` is the object or the namespace before the name, as it is written, or "".
    """

    name: str
    receiver: str
    arguments: tuple[Argument, ...]
    start: int
    end: int


def calls(source: str, language: Language, names: Collection[str]) -> Iterator[Call]:
    """Yield the calls of functions and methods of some names, in the order of a byte text.

    A call in an argument of another one comes after it.  Comments and literals hold no calls, and
    a call that does not end is none.  Raises nothing on any text.
    """
    present = [name for name in names if name in source]
    if not present:
        return
    text = blanked(source, language)
    heads = _heads(tuple(sorted(present, key=len, reverse=True)))
    # A comma between arguments of a template separates no arguments of a call.
    flat = without_templates(text)
    for match in heads.finditer(text):
        if _DEFINES.search(text, max(0, match.start() - 20), match.start()):
            continue
        bounds = argument_bounds(flat, match.end())
        if bounds:
            arguments = tuple(_arguments(source, text, bounds))
            receiver = _receiver(source, flat, match.start())
            yield Call(match[1], receiver, arguments, match.start(), bounds[-1][1] + 1)


def blanked(source: str, language: Language) -> str:
    """Return a byte text with blanks for comments, and with quotes for each byte of a literal.

    Lines end where they did.
    """
    parts: list[str] = []
    at = 0
    for start, end, _ in stretches(source, language):
        sign = " " if source[start] in "/#" else '"'
        lines = source[start:end].split("\n")
        parts += (source[at:start], "\n".join(sign * len(line) for line in lines))
        at = end
    return "".join((*parts, source[at:]))


@lru_cache(maxsize=64)
def _heads(names: tuple[str, ...]) -> re.Pattern[str]:
    listed = "|".join(re.escape(name) for name in names)
    return re.compile(rf"(?<![\w$])({listed})(?:\s*(?:::)?<[^;{{}}()]{{0,300}}>)?\s*\(")


def without_templates(text: str) -> str:
    """Return a text without comments in which the arguments of templates are underscores."""
    return _TEMPLATE.sub(lambda match: "_" * len(match[0]), text)


def argument_bounds(text: str, at: int) -> list[tuple[int, int]]:
    """Return where each argument begins and ends in a bracket that opens before a byte.

    There is one at least, which may be blank; none if the bracket is not closed.
    """
    bounds: list[tuple[int, int]] = []
    opened = ["("]
    start = at
    for match in islice(_BRACKETS.finditer(text, at), _MOST_BRACKETS):
        sign = match[0]
        if sign in _OPENS:
            opened.append(sign)
        elif sign == ",":
            if len(opened) == 1:
                bounds.append((start, match.start()))
                start = match.end()
        elif opened.pop() != _CLOSES[sign]:
            return []
        elif not opened:
            return [*bounds, (start, match.start())]
    return []


def _arguments(source: str, text: str, bounds: list[tuple[int, int]]) -> Iterator[Argument]:
    """Yield the arguments; a blank one, as after a comma at the end, is none."""
    for start, end in bounds:
        written = text[start:end]
        inner = written.strip()
        if inner:
            begin = start + len(written) - len(written.lstrip())
            last = begin + len(inner)
            yield Argument(begin, last, source[begin:last])


def _receiver(source: str, text: str, at: int) -> str:
    """Return what is before the `.`, `->` or `::` before a byte: names, calls and indices."""
    first = max(0, at - _LOOK_BACK)
    joiner = _JOINER.search(text, first, at)
    end = start = at if joiner is None else joiner.start()
    while joiner is not None:
        start = _operand_start(text, first, joiner.start())
        joiner = _JOINER.search(text, first, start)
    return source[start:end].strip()


def _operand_start(text: str, first: int, at: int) -> int:
    """Return where a name begins that ends at a byte, with calls and indices after it."""
    while True:
        at = first + len(text[first:at].rstrip())
        if at == first or text[at - 1] not in _CLOSES:
            break
        at = _opening(text, first, at - 1)
    match = _NAME.search(text, first, at)
    return at if match is None else match.start()


def _opening(text: str, first: int, at: int) -> int:
    """Return the byte of the bracket that the one at a byte closes, `first` if there is none."""
    depth = 0
    for index in range(at, first - 1, -1):
        depth += (text[index] in _CLOSES) - (text[index] in _OPENS)
        if depth == 0:
            return index
    return first
