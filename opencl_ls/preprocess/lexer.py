"""Preprocessing tokens (C11 5.1.1.2 phases 1 to 3, and 6.4).

All texts hold one character for each byte, so offsets are byte offsets.  Regular expressions do
the work; token objects are made only for macro bodies, macro arguments and directives.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.text import COMMENT_BODY, NAME

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

# A backslash before the end of a line joins two lines.  Blanks between them are accepted, as
# every compiler does, and `??/` is the trigraph of a backslash.
SPLICE: Final = r"(?:\\|\?\?/)[ \t\v\f]*(?:\r\n|\n|\r)"
NEWLINE: Final = r"(?:\r\n|\n|\r)"

_TRIGRAPHS: Final = {
    "=": "#",
    "/": "\\",
    "'": "^",
    "(": "[",
    ")": "]",
    "!": "|",
    "<": "{",
    ">": "}",
    "-": "~",
}
_CLEANING: Final = lazy_pattern(SPLICE + r"|\?\?[=/'()!<>-]", re.ASCII)
_LONE_NEWLINE: Final = re.compile(NEWLINE)

_COMMENT: Final = rf"//[^\r\n]*|/{COMMENT_BODY}"
_STRING: Final = r'L?"(?:[^"\\\r\n]++|\\[^\r\n])*"?'
_CHARACTER: Final = r"L?'(?:[^'\\\r\n]++|\\[^\r\n])*'?"
_NUMBER: Final = r"\.?[0-9](?:[eEpP][+-]|[\w.])*"
_PUNCTUATOR: Final = (
    r"%:%:|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|&&|\|\||\^\^|[-+*/%&|^<>=!]=|##|<:|:>|<%|%>|%:"
    r"|[\x80-\xff]+|(?s:.)"
)

# Group 1 is a name outside comments, literals and numbers.
NAMES: Final = lazy_pattern(f"{_COMMENT}|{_STRING}|{_CHARACTER}|{_NUMBER}|({NAME})", re.ASCII)
# A search for one of four characters is fast; lookbehinds then decide between the kinds.
_SKIPPED: Final = lazy_pattern(
    rf"""[/L"'](?:(?<=/)(?:/[^\r\n]*|{COMMENT_BODY})"""
    r"""|(?:(?<=")|(?<=L)")(?:[^"\\\r\n]++|\\[^\r\n])*"?"""
    r"""|(?:(?<=')|(?<=L)')(?:[^'\\\r\n]++|\\[^\r\n])*'?)""",
    re.ASCII,
)
# Group 1: a literal or number, group 2: a name, group 3: a punctuator.  Blanks and comments before
# a token are part of the match, and those at the end of the text are a match without a group.
TOKENS: Final = re.compile(
    rf"(?>(?:[ \t\v\f\r\n]+|{_COMMENT})*)"
    rf"(?:({_STRING}|{_CHARACTER}|{_NUMBER})|({NAME})|({_PUNCTUATOR})|\Z)",
    re.ASCII,
)
BLANK: Final = lazy_pattern(rf"(?>(?:[ \t\v\f\r\n]+|{_COMMENT})*)", re.ASCII)
HEADER_NAME: Final = re.compile(r'"([^"\r\n]*)"|<([^>\r\n]*)>')
"""The name of a file in an `#include` (C11 6.4.7), in quotes or in brackets."""
BLANKS: Final = " \t\v\f\r\n"
"""The characters of white space (C11 6.4p3)."""
DIRECTIVE_HEAD: Final = re.compile(
    rf"(?>(?:[ \t\v\f]|//[^\r\n]*|/{COMMENT_BODY})*)(#|%:)"
    rf"(?>(?:[ \t\v\f]|//[^\r\n]*|/{COMMENT_BODY})*)({NAME}|[\w$]+)?",
    re.ASCII,
)
"""The start of a directive; group 1 is its `#`, group 2 its name, if it has one."""
_WORDS: Final = re.compile(NAME, re.ASCII)
_DIGITS: Final = frozenset("0123456789")
UNCLOSED_COMMENT: Final = lazy_pattern(
    rf"{_STRING}|{_CHARACTER}|//[^\r\n]*|/\*(?s:.*?)\*/|(/\*)", re.ASCII
)

# Other bytes beyond ASCII are tokens by themselves elsewhere, since blanks are among them.
_EXTENDED_NAME: Final = re.compile(r"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*", re.ASCII)

_FEW: Final = 16
"""The number of names up to which each is searched separately; for more, all words are visited."""
_BRACKETS: Final = {"<:": "[ ", ":>": " ]", "<%": "{ ", "%>": " }"}
_DIGRAPH: Final = lazy_pattern(rf"{_COMMENT}|{_STRING}|{_CHARACTER}|<:|:>|<%|%>", re.ASCII)
_SIGNS: Final = frozenset("+-")
_QUOTES: Final = frozenset("\"'")
_LAST_ASCII: Final = "\x7f"
_IN_NAMES: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$")
_BLANKED: Final = bytes(code if chr(code) in _IN_NAMES else 32 for code in range(256))
"""A table for `bytes.translate` that leaves only words."""

Cuts = tuple[tuple[int, int], ...]
"""The removed characters: (offset in the clean text, number of them removed up to there)."""


class Token:
    """One preprocessing token.

    `origin` is the offset for a token of the source, a `SpellingLocation` for one of a body when
    origins are tracked, None otherwise.  `parameter` is the index of the parameter in a macro body.
    """

    __slots__ = ("name", "origin", "painted", "parameter", "space", "text")

    def __init__(
        self,
        text: str,
        name: bool,
        space: bool,
        origin: object = None,
        painted: bool = False,
        parameter: int = -1,
    ) -> None:
        self.text = text
        self.name = name
        self.space = space
        self.origin = origin
        self.painted = painted
        self.parameter = parameter

    def spaced(self, space: bool) -> Token:
        """Return the same token with or without a blank before it."""
        if self.space == space:
            return self
        return Token(self.text, self.name, space, self.origin, self.painted, self.parameter)

    def paint(self) -> Token:
        """Return the same token, marked as not to be expanded (C11 6.10.3.4p2)."""
        return Token(self.text, self.name, self.space, self.origin, True, self.parameter)

    def __repr__(self) -> str:
        return f"Token({self.text!r})"


def lex(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """Take clean text and byte offsets; return its tokens with their offsets as origins."""
    tokens: list[Token] = []
    append = tokens.append
    for match in TOKENS.finditer(text, start, len(text) if end is None else end):
        group = match.lastindex
        if group is None:
            break
        begin = match.start(group)
        append(Token(text[begin : match.end()], group == 2, begin > match.start(), begin))
    return tokens


def names_in(text: str) -> frozenset[str]:
    """Return the names in a clean text, also those in comments and literals: a quick superset."""
    if not text.isascii():
        return frozenset(_WORDS.findall(text))
    # This takes a fifth of the time of the expression.
    words = set(text.encode("latin-1").translate(_BLANKED).decode("latin-1").split())
    return frozenset([word for word in words if word[0] not in _DIGITS])


def places_of(source: str, names: AbstractSet[str]) -> list[tuple[int, int, str]]:
    """Return the places of `names` outside comments, literals and numbers, in order.

    Takes clean text.  Each place is (begin, end, name) with byte offsets, end exclusive.
    """
    if len(names) > _FEW:
        return _places_in_tokens(source, names)
    found: list[tuple[int, int, str]] = []
    for name in names:
        begin = source.find(name)
        while begin >= 0:
            end = begin + len(name)
            before, after = source[begin - 1 : begin], source[end : end + 1]
            exponent = before in _SIGNS and source[begin - 2] in "eEpP"
            if exponent or before == "." or after in _QUOTES or max(before, after) > _LAST_ASCII:
                # It may belong to a number such as `1.f`, to a literal such as `L"x"`, or to a name
                # with letters beyond ASCII.
                return _places_in_tokens(source, names)
            if before not in _IN_NAMES and after not in _IN_NAMES:
                found.append((begin, end, name))
            begin = source.find(name, end)
    if not found:
        return found
    found.sort()
    last = found[-1][1]
    skipped = [match.span() for match in _SKIPPED.finditer(source, 0, last)]
    if not skipped:
        return found
    skipped.append((len(source), len(source)))
    stretches = iter(skipped)
    start, stop = next(stretches)
    outside: list[tuple[int, int, str]] = []
    for place in found:
        while stop <= place[0]:
            start, stop = next(stretches)
        if place[1] <= start:
            outside.append(place)
    return outside


def _places_in_tokens(source: str, names: AbstractSet[str]) -> list[tuple[int, int, str]]:
    return [
        (match.start(), match.end(), match[1])
        for match in NAMES.finditer(source)
        if match[1] in names
    ]


def is_one_token(text: str) -> bool:
    """Whether the text is exactly one preprocessing token (C11 6.10.3.3p3)."""
    if not text or text[0] in " \t\v\f\r\n" or text.startswith(("//", "/*")):
        return False
    match = TOKENS.match(text)
    if match is not None and match.end() == len(text):
        return True
    return _EXTENDED_NAME.fullmatch(text) is not None


def clean(text: str) -> tuple[str, Cuts]:
    """Replace trigraphs and join spliced lines (C11 5.1.1.2 phases 1 and 2).

    Returns the clean text and the cuts that lead back to the raw offsets.
    """
    if "\\" not in text and "??" not in text:
        return text, ()
    parts: list[str] = []
    cuts: list[tuple[int, int]] = []
    raw = 0
    length = 0
    removed = 0
    for match in _CLEANING.finditer(text):
        parts.append(text[raw : match.start()])
        length += match.start() - raw
        raw = match.end()
        found = match.group()
        replacement = _TRIGRAPHS[found[2]] if len(found) == 3 and found[:2] == "??" else ""
        parts.append(replacement)
        length += len(replacement)
        removed += len(found) - len(replacement)
        cuts.append((length, removed))
    if not cuts:
        return text, ()
    parts.append(text[raw:])
    return "".join(parts), tuple(cuts)


def with_brackets(text: str) -> str:
    """Replace the digraphs of brackets by these, each with a blank: no offset changes (C11 6.4.6).

    The digraphs of `#` are handled with directives.
    """
    if not any(digraph in text for digraph in _BRACKETS):
        return text
    return _DIGRAPH.sub(lambda match: _BRACKETS.get(match[0], match[0]), text)


def raw_offset(cuts: Cuts, offset: int) -> int:
    """Return the raw offset of the character at a clean offset."""
    if not cuts:
        return offset
    at = bisect_right(cuts, (offset, 1 << 62)) - 1
    return offset + cuts[at][1] if at >= 0 else offset


def raw_end(cuts: Cuts, offset: int) -> int:
    """Return the raw offset just after the character before a clean offset."""
    return raw_offset(cuts, offset - 1) + 1 if offset else 0


def count_lines(text: str) -> int:
    """How many line ends the text holds; CR, LF and CRLF each end a line."""
    if "\r" in text:
        return sum(1 for _ in _LONE_NEWLINE.finditer(text))
    return text.count("\n")
