"""Slips that come with text copied from elsewhere: quotes, blanks and marks that are not ASCII's.

What is meant is certain, so `repair.py` mends all of them before it looks for anything else.
"""

from __future__ import annotations

import re
from typing import Final

from opencl_ls.syntax.slips import BLANK, INSTEAD, QUOTE, RAW_STRING, Slip, tokens_of
from opencl_ls.text import with_plain_blanks

_TYPOGRAPHIC: Final = re.compile("\xe2\x80[\x98-\x9a\x9c-\x9e]")
_SINGLE: Final = "\x98\x99\x9a"
_QUOTABLE: Final = re.compile(
    r"""//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n]++)*"|'(?:\\.|[^'\\\n]++)*'|["']|"""
    "\xe2\x80[\x98-\x9a\x9c-\x9e]",
    re.S,
)
_RAW_STRING: Final = re.compile(
    r"""(?:R"[^\s()\\"]{0,16}\(|\)[^\s()\\"]{0,16}")(?=[ \t]*(?:\r?\n|\Z))"""
)
_ROOM: Final = 16
_GAP: Final = re.compile(r"(?>(?:\s+|//[^\n]*|/\*.*?\*/)*)", re.S)
_PLAIN: Final = {
    **{f"\xef\xbc{chr(ord(mark) + 0x60)}": mark for mark in "!%&()*+,-./:;<=>?"},
    "\xe2\x88\x92": "-",
    "\xe2\x80\x93": "-",
    "\xc3\x97": "*",
}
"""The bytes of fullwidth marks, of minus and dash, and of the sign of multiplication."""
_WIDE: Final = re.compile("|".join(map(re.escape, _PLAIN)))
_QUOTABLE_OR_WIDE: Final = re.compile(f"{_QUOTABLE.pattern}|{_WIDE.pattern}", re.S)


def blanks(text: str) -> list[Slip]:
    """Return the slips that make blanks of Unicode's outside strings and comments."""
    mended, found = with_plain_blanks(text)
    return [Slip(BLANK, tuple(found), " ", mended)] if found else []


# --- quotes --------------------------------------------------------------------------------------


def quotes(text: str) -> list[Slip]:
    """Return the slips that make ASCII quotes of typographic ones outside strings and comments."""
    if _TYPOGRAPHIC.search(text) is None:
        return []
    places: list[tuple[int, int]] = []
    characters = list(text)
    position = 0
    while (match := _QUOTABLE.search(text, position)) is not None:
        position = match.end()
        mark = match[0]
        if not _TYPOGRAPHIC.fullmatch(mark) and mark not in "\"'":
            continue
        single = mark == "'" or mark[-1] in _SINGLE
        close = _closing_quote(text, position, single)
        for start, end in ((match.start(), position), close or (0, 0)):
            if end - start != 3:
                continue
            opening = start == match.start()
            quote = "'" if single else '"'
            characters[start:end] = f"  {quote}" if opening else f"{quote}  "
            places.append((start, end))
        position = close[1] if close is not None else position
    mended = "".join(characters)
    return [
        Slip(QUOTE, (place,), "'" if text[place[1] - 1] in _SINGLE else '"', mended)
        for place in places
    ]


def _closing_quote(text: str, start: int, single: bool) -> tuple[int, int] | None:
    """Return the place of the quote that ends a string begun before `start`, on the same line."""
    ends = "['\x98\x99]" if single else '["\x9c\x9d]'
    pattern = re.compile(rf"(?:\\.|[^\\\n])*?((?:\xe2\x80)?{ends})")
    match = pattern.match(text, start)
    return None if match is None else match.span(1)


# --- raw strings ---------------------------------------------------------------------------------


def raw_strings(text: str) -> list[Slip]:
    """Return the slips that make blanks of where a C++ raw string begins or ends.

    Kernels are wrapped so to be included in a program: `R"(` and `)"` have lines of their own.
    """
    places: list[tuple[int, int]] = []
    mended = text
    position = 0
    while match := _RAW_STRING.match(text, _end_of(_GAP, text, position)):
        start, position = match.span()
        places.append((start, position))
        mended = mended[:start] + " " * (position - start) + mended[position:]
    return [Slip(RAW_STRING, tuple(places), "", mended)] if places else []


def _end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return start if match is None else match.end()


# --- marks ---------------------------------------------------------------------------------------


def wide_marks(text: str) -> list[Slip]:
    """Return the slips that make ASCII marks of those of other alphabets."""
    found: list[Slip] = []
    mended = text
    if _WIDE.search(text) is not None:
        for match in _QUOTABLE_OR_WIDE.finditer(text):
            plain = _PLAIN.get(match[0])
            if plain is not None:
                start, end = match.span()
                mended = mended[:start] + plain.ljust(end - start) + mended[end:]
                found.append(Slip(INSTEAD, ((start, end),), plain, ""))
    return [Slip(each.kind, each.places, each.correct, mended) for each in found]


# --- comments ------------------------------------------------------------------------------------


def before_open_comment(text: str) -> str:
    """Return what stands in a text before a comment at its end that is not closed, if it has one.

    To the grammar what stands before such a comment has not ended.  Blanks in the comment's place
    have room for what is missing.
    """
    start = text.rfind("/*")
    if start < 0 or start < text.rfind("*/"):
        return text
    tokens = tokens_of(text)
    if tokens and tokens[-1].end > start:
        return text
    return text[:start] + " " * min(_ROOM, len(text) - start)
