"""The format strings of `printf` (OpenCL C 6.15.14.2): C's, with vectors, without `%n` and `ll`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.printf import (
    FLOATING,
    SIZES,
    conversions,
    flags,
    lengths,
    missing_lengths,
    taken_type,
)
from opencl_ls.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LITERAL: Final = lazy_pattern(r'^(?:u8|[LuU])?"(.*)"$', re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(?:x[0-9a-fA-F]+|[0-7]{1,3}|.)", re.DOTALL)
_SPECIFIER: Final = lazy_pattern(
    r"%(?P<number>\d+\$)?(?P<flags>[-+ #0]*)(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d*))?"
    r"(?:v(?P<vector>\d+))?(?P<length>hh|hl|h|ll|l|j|z|t|L|q)?(?P<conversion>.)?",
    re.DOTALL,
)
_SIMPLE_ESCAPES: Final = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
}

_INTEGER_LENGTHS: Final = "'hh' for char, 'h' for short, 'hl' for int, 'l' for long"
_FLOATING_LENGTHS: Final = "'h' for half, 'hl' for float, 'l' for double"


class Specifier(NamedTuple):
    """One conversion of a format; `text` is its text, and `start` its index in the format.

    `number` is an argument number as in "1$", which POSIX has and OpenCL C lacks; `vector` is the
    number of elements, None for a scalar.
    """

    start: int
    text: str
    number: str
    flags: str
    width: str
    precision: str | None
    vector: int | None
    length: str
    conversion: str

    @property
    def stars(self) -> list[str]:
        """The parts that are a `*`, which takes an own argument: "width", "precision" or both.

        C has them, and OpenCL C lacks them.
        """
        both = (("width", self.width), ("precision", self.precision))
        return [what for what, written in both if written == "*"]


def characters(texts: Sequence[str]) -> str | None:
    """Return what adjacent string literals spell together, None for one that is malformed."""
    found: list[str] = []
    for text in texts:
        match = _LITERAL.match(text)
        if match is None:
            return None
        found.append(_ESCAPE.sub(lambda escape: _unescaped(escape[0]), match[1]))
    return "".join(found)


def specifiers(text: str) -> Iterator[Specifier]:
    """Yield the conversions of a format in order, `%%` too; an unfinished one has no letter."""
    position = text.find("%")
    while position >= 0:
        match = _SPECIFIER.match(text, position)
        if match is None:
            return
        yield Specifier(
            position,
            match[0],
            match["number"] or "",
            match["flags"],
            match["width"] or "",
            match["precision"],
            None if match["vector"] is None else int(match["vector"]),
            match["length"] or "",
            match["conversion"] or "",
        )
        position = text.find("%", match.end())


def placed(text: str) -> Iterator[tuple[Specifier, int]]:
    """Yield the conversions of a format, except `%%`, with the indices of their values.

    They count from the format, which is argument 0.  It is the last one if it is unknown, since no
    later index is known.
    """
    index = 0
    for one in specifiers(text):
        if one.conversion == "%" and not one.number:
            continue
        index += len(one.stars) + 1
        yield one, index
        if not is_known(one):
            return


def faults(one: Specifier, function: str = "printf") -> Iterator[str]:
    """Yield the faults of a conversion for `function` that do not depend on the argument."""
    if one.number:
        yield f"'{one.number}' in '{one.text}' is not supported: arguments go by their order"
        return
    if not one.conversion:
        yield f"the format ends within '{one.text}'"
        return
    if one.conversion not in conversions():
        yield f"'%{_shown(one.conversion)}' is no conversion of {function}"
        return
    for what in one.stars:
        yield f"the {what} '*' in '{one.text}' is not supported: write the number into the format"
    yield from _useless_flags(one)
    if one.precision is not None and not conversions()[one.conversion].precision:
        yield f"a precision means nothing for '%{one.conversion}'"
    fault = size_fault(one)
    if fault:
        yield fault
    elif one.length and not taken(one):
        yield f"the length '{one.length}' means nothing in '{one.text}'"


def size_fault(one: Specifier) -> str:
    """Return why a known conversion does not give the size of its argument, "" if it does."""
    kind = takes(one)
    if one.vector is not None and not any(kind in each.vector for each in lengths().values()):
        return f"a vector means nothing for '%{one.conversion}'"
    if one.vector is not None and one.vector not in SIZES:
        return f"'v{one.vector}' in '{one.text}' is no vector: they have 2, 3, 4, 8 or 16 elements"
    listed = _FLOATING_LENGTHS if kind == FLOATING else _INTEGER_LENGTHS
    missing = missing_lengths().get(one.length)
    if missing is not None:
        instead = missing.instead if one.vector is None else f"vectors take {listed}"
        return f"the length '{one.length}' in '{one.text}' is {missing.fault}: {instead}"
    if one.vector is not None and not one.length:
        return f"'{one.text}' lacks the length of the elements: {listed}"
    return ""


def is_known(one: Specifier) -> bool:
    """Tell whether the conversion takes an argument that can be checked, the next one."""
    return bool(takes(one)) and not one.number


def takes(one: Specifier) -> str:
    """Return the kind of argument that a conversion takes, "" for one that is not known."""
    known = conversions().get(one.conversion)
    return "" if known is None else known.takes


def taken(one: Specifier) -> str:
    """Return the type that a conversion takes as a text, "" if the conversion is wrong."""
    return taken_type(one.conversion, one.length, one.vector)


def _useless_flags(one: Specifier) -> Iterator[str]:
    for flag in dict.fromkeys(one.flags):
        if one.conversion not in flags()[flag]:
            yield f"the flag '{flag}' means nothing for '%{one.conversion}'"
        elif flag == "0" and "-" in one.flags:
            yield "the flag '0' is ignored beside '-'"
        elif flag == " " and "+" in one.flags:
            yield "the flag ' ' is ignored beside '+'"


def _unescaped(escape: str) -> str:
    letter = escape[1]
    if letter == "x":
        return chr(int("0" + escape[1:], 0) & 255)
    if letter in "01234567":
        return chr(int(escape[1:], 8) & 255)
    return _SIMPLE_ESCAPES.get(letter, letter)


def _shown(letter: str) -> str:
    return letter if letter.isprintable() else repr(letter)[1:-1]
