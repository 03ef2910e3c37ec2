"""Confusables: Unicode spaces, quotes and punctuation marks in place of those of ASCII.

They come with text that is copied from elsewhere.  Their fix-ups are certain.
"""

from __future__ import annotations

import re
from typing import Final

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.recovery.fixups import Fixup
from opencl_ls.syntax.recovery.in_place import overwritten
from opencl_ls.text import with_plain_blanks

_TYPOGRAPHIC: Final = re.compile("\xe2\x80[\x98-\x9a\x9c-\x9e]")
_SINGLE: Final = "\x98\x99\x9a"
_QUOTABLE: Final = re.compile(
    r"""//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n]++)*"|'(?:\\.|[^'\\\n]++)*'|["']|"""
    "\xe2\x80[\x98-\x9a\x9c-\x9e]",
    re.S,
)
_PLAIN: Final = {
    **{f"\xef\xbc{chr(ord(mark) + 0x60)}": mark for mark in "!%&()*+,-./:;<=>?"},
    "\xe2\x88\x92": "-",
    "\xe2\x80\x93": "-",
    "\xc3\x97": "*",
}
"""The UTF-8 bytes of fullwidth marks, of minus and dash, and of the multiplication sign."""
_WIDE: Final = re.compile("|".join(map(re.escape, _PLAIN)))
_QUOTABLE_OR_WIDE: Final = lazy_pattern(f"{_QUOTABLE.pattern}|{_WIDE.pattern}", re.S)


def unicode_spaces(text: str) -> list[Fixup]:
    """Return the fix-up for the Unicode spaces outside strings and comments."""
    edited, found = with_plain_blanks(text)
    return [Fixup(SyntaxProblemKind.UNICODE_SPACE, tuple(found), " ", edited)] if found else []


# --- quotes --------------------------------------------------------------------------------------


def quotes(text: str) -> list[Fixup]:
    """Return the fix-ups for typographic quotes outside strings and comments."""
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
    edited = "".join(characters)
    return [
        Fixup(
            SyntaxProblemKind.TYPOGRAPHIC_QUOTE,
            (place,),
            "'" if text[place[1] - 1] in _SINGLE else '"',
            edited,
        )
        for place in places
    ]


def _closing_quote(text: str, start: int, single: bool) -> tuple[int, int] | None:
    """Return the place of the quote that ends a string begun before `start` on the same line."""
    ends = "['\x98\x99]" if single else '["\x9c\x9d]'
    pattern = re.compile(rf"(?:\\.|[^\\\n])*?((?:\xe2\x80)?{ends})")
    match = pattern.match(text, start)
    return None if match is None else match.span(1)


# --- marks ---------------------------------------------------------------------------------------


def wide_marks(text: str) -> list[Fixup]:
    """Return the fix-ups for fullwidth and other marks outside strings and comments."""
    found: list[tuple[tuple[int, int], str]] = []
    edited = text
    if _WIDE.search(text) is not None:
        for match in _QUOTABLE_OR_WIDE.finditer(text):
            plain = _PLAIN.get(match[0])
            if plain is not None:
                start, end = match.span()
                edited = overwritten(edited, start, end, plain)
                found.append(((start, end), plain))
    kind = SyntaxProblemKind.WRONG_MARK
    return [Fixup(kind, (place,), plain, edited) for place, plain in found]
