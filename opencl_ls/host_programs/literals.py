"""The string literals of a host program, with their texts at the bytes of the host's own."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.host_programs.languages import Language, Quote

ESCAPE: Final = re.compile(
    r"\\(?:\r\n|[0-7]{1,3}|x[0-9A-Fa-f]{1,2}|u\{[0-9A-Fa-f]{1,6}\}|u[0-9A-Fa-f]{4}"
    r"|U[0-9A-Fa-f]{8}|(?s:.)|\Z)"
)
"""An escape of any of the languages."""
_TO_REPLACE: Final = re.compile(
    rf"'(?:\\\\(?:\\.|[0-7]{{1,3}}|x[0-9A-Fa-f]{{1,2}}|\w|')|{ESCAPE.pattern})'|{ESCAPE.pattern}"
)
"""A character of OpenCL C that has an escape of the host, or an escape elsewhere."""
_CHARACTERS: Final = {
    "t": "\t",
    "f": "\f",
    "v": "\v",
    "\\": "\\",
    '"': '"',
    "'": "'",
    "?": "?",
    "$": "$",
}
_VANISHING: Final = frozenset(("\n", "\r", "", "r", "a", "b", "0"))
"""The signs after a backslash that leave no character that OpenCL C would see."""


class Literal(Struct, frozen=True):
    """A literal from byte `start` to byte `end` of the host's text, quotes included.

    `text` is its value from byte `inner` on.  It is as long as what is written, with blanks for
    what the value does not have.
    """

    start: int
    end: int
    inner: int
    text: str
    quote: Quote

    @property
    def inner_end(self) -> int:
        """The byte of the host's text at which its value ends."""
        return self.inner + len(self.text)


def literals(source: str, language: Language) -> Iterator[Literal]:
    """Yield the literals of a byte text that may hold a kernel, in the order of the text.

    One that is not closed is passed over: its line, or its quote if it may span lines.
    """
    for _, _, literal in stretches(source, language):
        if literal is not None:
            yield literal


def stretches(source: str, language: Language) -> Iterator[tuple[int, int, Literal | None]]:
    """Yield from which byte to which a text is a comment or a literal, in the order of the text.

    With a literal that may hold a kernel comes the literal, with all else None.
    """
    pattern = _openings(language)
    at = 0
    # The kinds of literals of which none is closed from here on: they are sought only once.
    unclosed: set[tuple[Quote, str]] = set()
    while (match := pattern.search(source, at)) is not None:
        kind = match.lastgroup
        literal = None
        if kind is None:
            at = match.end()
        elif kind == "nested":
            at = _after_nested(source, match.end(), language)
        else:
            quote = language.quotes[int(kind[1:])]
            group = match.groupdict().get(f"g{kind[1:]}") or ""
            is_unclosed = (quote, group) in unclosed
            end = None if is_unclosed else _rest(quote, group).match(source, match.end())
            if end is None:
                at = match.end()
                if quote.spans_lines:
                    unclosed.add((quote, group))
                if quote.is_text and not quote.spans_lines:
                    line = source.find("\n", at)
                    at = len(source) if line < 0 else line
                continue
            at = end.end()
            if quote.is_text:
                literal = Literal(match.start(), at, match.end(), _value(end["body"], quote), quote)
        yield match.start(), at, literal


def code_of(source: str, found: Iterable[Literal]) -> str:
    """Return a host's byte text with blanks in these literals: what they say is no code."""
    parts: list[str] = []
    at = 0
    for each in found:
        parts += (source[at : each.inner], " " * len(each.text))
        at = each.inner_end
    return "".join((*parts, source[at:]))


@cache
def _openings(language: Language) -> re.Pattern[str]:
    """Return a pattern of whole comments and of the openings of literals.

    The last group of a match is `nested`, or `q` with the number of a quote; the first group of
    that quote's opening is `g` with its number.
    """
    parts = [f"(?:{each})" for each in language.comments]
    if language.nested is not None:
        parts.append(f"(?P<nested>{re.escape(language.nested[0])})")
    for number, quote in enumerate(language.quotes):
        opening = re.sub(r"(?<!\\)\((?!\?)", f"(?P<g{number}>", quote.opening, count=1)
        parts.append(f"(?<![A-Za-z0-9_])(?:{opening})(?P<q{number}>)")
    return re.compile("|".join(parts))


@cache
def _rest(quote: Quote, group: str) -> re.Pattern[str]:
    """Return a pattern of what is after the opening: the `body`, and the closing quote."""
    closing = re.escape(quote.closing.replace("{0}", group))
    sign = rf"(?!{closing})" + (r"(?s:.)" if quote.spans_lines else r"[^\n]")
    if quote.escapes:
        sign = rf"\\(?:\r\n|(?s:.))|{sign}"
    return re.compile(rf"(?P<body>(?>(?:{sign})*)){closing}")


def _after_nested(source: str, at: int, language: Language) -> int:
    """Return the byte after a comment that may hold others, and whose text begins at a byte."""
    assert language.nested is not None
    opening, closing = (re.escape(each) for each in language.nested)
    depth = 1
    for match in re.compile(f"({opening})|{closing}").finditer(source, at):
        depth += 1 if match[1] else -1
        if depth == 0:
            return match.end()
    return len(source)


def _value(written: str, quote: Quote) -> str:
    if not quote.escapes or quote.is_verbatim:
        return written
    return _TO_REPLACE.sub(_replaced, written)


def _replaced(match: re.Match[str]) -> str:
    r"""Return the value of an escape, or of a character in quotes.

    The blanks that make up for the escapes in a character are after it: `'\\0'` is one character.
    """
    written = match[0]
    if written[0] != "'":
        return _escaped(match)
    value = ESCAPE.sub(lambda escape: _escaped(escape).lstrip(" ") or " ", written)
    return value.ljust(len(written)) if "\n" not in value else ESCAPE.sub(_escaped, written)


def _escaped(match: re.Match[str]) -> str:
    r"""Return the character that an escape means, with blanks so that it is as long.

    The end of a line comes first, and all else last: a backslash before the end of a line stays
    next to it in `\\\n`.
    """
    written = match[0]
    sign = written[1:2]
    if sign == "n":
        return "\n "
    if sign in _VANISHING:
        return " " * len(written)
    character = _CHARACTERS.get(sign)
    if character is None:
        is_hexadecimal = sign in "xuU"
        digits = written[2:].strip("{}") if is_hexadecimal else written[1:]
        try:
            code = int(digits, 16 if is_hexadecimal else 8)
        except ValueError:
            return written
        character = chr(code) if " " <= chr(code) <= "~" or code in b"\t\n" else "?"
    return character.rjust(len(written))
