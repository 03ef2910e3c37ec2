"""The places of the keys and values of a TOML text, which tomllib does not give.

The text is one that tomllib has read: invalid parts are skipped here and never reported.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

Keys = tuple[str | int, ...]
"""The path of keys to a value, from the outermost; a number counts the elements of an array."""

Span = tuple[int, int]
"""The start and end of a range, in characters."""

_TOKEN: Final = re.compile(
    r'(?P<text>"""(?:[^"\\]++|\\.|"(?!""))*+"{0,5}|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'''(?:[^']++|'(?!''))*+'{0,5}|'[^'\n]*+'?)"
    r"|(?P<blank>[ \t\r]++|#[^\n]*+)|(?P<line>\n)|(?P<mark>[\[\]{}=,.])"
    r"|(?P<bare>[^\s#\[\]{}=,.\"']++|\s)",
    re.S,
)
_ESCAPE: Final = lazy_pattern(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.S)
_ESCAPED: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}
_DEEPEST: Final = 40
"""The deepest nesting of arrays and tables; deeper ones count as one value."""
_LONGEST: Final = 8
"""The most keys of a setting, with its tables; those with more have the place of the table."""
_LAST_CHARACTER: Final = 0x10FFFF


class Places(Struct, frozen=True):
    """The first place of each key and of its value; a table with a header has no value."""

    keys: dict[Keys, Span]
    values: dict[Keys, Span]

    def key(self, keys: Keys) -> Span | None:
        """Return the place of a key, or of the nearest key around it."""
        return next((self.keys[keys[:n]] for n in _lengths(keys) if keys[:n] in self.keys), None)

    def value(self, keys: Keys) -> Span | None:
        """Return the place of a value, or of the one around it, or of its key without any value."""
        for length in _lengths(keys):
            inner = keys[:length]
            if inner in self.values:
                return self.values[inner]
            if inner in self.keys:
                return self.keys[inner]
        return None


class Token(Struct, frozen=True):
    """A piece of a TOML text, with its place in characters.

    `kind` is "text" with its quotation marks, "blank" (comments are), "line" for the end of one,
    "mark" or "bare".
    """

    kind: str
    text: str
    start: int
    end: int


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text, whether it is TOML or not."""
    for match in _TOKEN.finditer(text):
        yield Token(match.lastgroup or "", match[0], *match.span())


def toml_places(text: str) -> Places:
    """Return the places of all keys and values of a TOML text."""
    return _Scanner(text).scan()


class _Scanner:
    """Reads the tokens; `_at` is the number of the next one."""

    def __init__(self, text: str) -> None:
        self._tokens = list(tokens(text))
        self._tokens.append(Token("end", "", len(text), len(text)))
        self._at = 0
        self._places = Places({}, {})
        # How many elements each array of tables has by now.
        self._counts: dict[Keys, int] = {}

    def scan(self) -> Places:
        table: Keys = ()
        while self._skip(lines=True).kind != "end":
            if self._next.text == "[" and self._next.kind == "mark":
                table = self._header()
            else:
                self._pair(table, 0)
            self._to_line_end()
        return self._places

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _skip(self, *, lines: bool = False) -> Token:
        """Skip blanks and comments, and with `lines` also the ends of lines."""
        while self._next.kind == "blank" or (lines and self._next.kind == "line"):
            self._at += 1
        return self._next

    def _takes(self, mark: str) -> bool:
        """Skip a mark, if it is the next token after blanks."""
        if self._skip().kind == "mark" and self._next.text == mark:
            self._at += 1
            return True
        return False

    def _to_line_end(self) -> None:
        while self._next.kind not in {"line", "end"}:
            self._at += 1

    def _header(self) -> Keys:
        self._takes("[")
        is_array = self._next.text == "[" and self._takes("[")
        parts = list(self._key())
        keys = self._noted((), parts, resolving=True)
        if is_array and parts:
            count = self._counts.get(keys, 0)
            self._counts[keys] = count + 1
            keys = (*keys, count)
            self._places.keys.setdefault(keys, parts[-1][1])
        elif keys in self._counts:
            keys = (*keys, self._counts[keys] - 1)
        return keys

    def _pair(self, table: Keys, depth: int) -> None:
        parts = list(self._key())
        if parts and self._takes("="):
            self._value(self._noted(table, parts), depth)

    def _key(self) -> Iterator[tuple[str, Span]]:
        """Yield the parts of a dotted key, with their places."""
        while self._skip().kind in {"bare", "text"}:
            token = self._next
            self._at += 1
            yield name_of(token.text), (token.start, token.end)
            if not self._takes("."):
                return

    def _noted(
        self, table: Keys, parts: list[tuple[str, Span]], *, resolving: bool = False
    ) -> Keys:
        """Note the places of the parts of a key; return the path of keys to its value."""
        keys = table
        for number, (name, span) in enumerate(parts):
            keys = (*keys, name)
            if len(keys) <= _LONGEST:
                self._places.keys.setdefault(keys, span)
            if len(keys) > _DEEPEST:
                break
            if resolving and number < len(parts) - 1 and keys in self._counts:
                keys = (*keys, self._counts[keys] - 1)
        return keys

    def _value(self, keys: Keys, depth: int) -> None:
        first = self._skip()
        if first.kind == "mark" and first.text in "[{" and depth < _DEEPEST:
            self._at += 1
            (self._array if first.text == "[" else self._inline_table)(keys, depth + 1)
        else:
            while self._next.kind in {"bare", "text", "blank"} or self._next.text == ".":
                self._at += 1
        last = self._at - 1
        while last >= 0 and self._tokens[last].kind == "blank":
            last -= 1
        end = max(first.start, self._tokens[last].end if last >= 0 else 0)
        if len(keys) <= _LONGEST:
            self._places.values.setdefault(keys, (first.start, end))

    def _array(self, keys: Keys, depth: int) -> None:
        number = 0
        while self._skip(lines=True).kind != "end" and not self._takes("]"):
            before = self._at
            self._value((*keys, number), depth)
            number += 1
            self._skip(lines=True)
            if not self._takes(",") and self._at == before:
                self._at += 1

    def _inline_table(self, keys: Keys, depth: int) -> None:
        while self._skip(lines=True).kind != "end" and not self._takes("}"):
            before = self._at
            self._pair(keys, depth)
            self._skip(lines=True)
            if not self._takes(",") and self._at == before:
                self._at += 1


def name_of(text: str) -> str:
    """Return the name of a key, which may be quoted."""
    if text[0] == "'":
        return text[1:].removesuffix("'")
    return _ESCAPE.sub(_escaped, text[1:].removesuffix('"')) if text[0] == '"' else text


def _escaped(match: re.Match[str]) -> str:
    if match[3]:
        return _ESCAPED.get(match[3], match[3])
    code = int(match[1] or match[2], 16)
    return chr(code) if code <= _LAST_CHARACTER else match[0]


def _lengths(keys: Keys) -> range:
    return range(min(len(keys), _LONGEST), 0, -1)
