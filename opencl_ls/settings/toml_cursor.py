"""The construct at a place of a TOML text, which may be incomplete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.settings.toml_places import name_of, tokens

if TYPE_CHECKING:
    from opencl_ls.settings.toml_places import Token

Keys = tuple[str, ...]


class Cursor(Struct, frozen=True):
    """The word at a place, which may be empty.

    `kind` is "table" within a header, "key", or "value".  `keys` lead to the table that the word is
    a key of, or to the value.  `start` and `end` delimit the word, in characters, with its
    quotation marks; `is_element` is true for an element of an array.
    """

    kind: str
    keys: Keys
    start: int
    end: int
    is_element: bool = False


class _Nest(Struct, frozen=True):
    """An array or an inline table that is open, and the keys that lead to it."""

    is_array: bool
    keys: Keys


def cursor_at(text: str, offset: int) -> Cursor | None:
    """Return the word at an offset, in characters; None if it is no word of a setting."""
    state, word = _State(), None
    for token in tokens(text):
        if token.start >= offset:
            break
        if token.end >= offset and token.kind in {"bare", "text"} and not token.text.isspace():
            if token.end == offset and _is_closed(token):
                return None
            word = token
            break
        if token.end >= offset and token.text.startswith("#"):
            return None
        state.take(token)
    if word is None:
        return state.cursor(offset, offset)
    # An unclosed string reaches to the end of its line, which is not intended.
    is_open = word.kind == "text" and not _is_closed(word)
    return state.cursor(word.start, offset if is_open else word.end)


def _is_closed(token: Token) -> bool:
    return token.kind == "text" and len(token.text) > 1 and token.text[-1] == token.text[0]


class _State:
    """The construct that the tokens opened; `phase` is "key", "header", "value" or "after"."""

    def __init__(self) -> None:
        self.phase = "key"
        self.table: Keys = ()
        self.base: Keys = ()
        self.parts: Keys = ()
        self.nests: list[_Nest] = []

    def take(self, token: Token) -> None:
        if token.kind == "mark":
            self.mark(token.text)
        elif token.kind == "line" and not self.nests:
            self.phase, self.base, self.parts = "key", self.table, ()
        elif token.kind in {"bare", "text"} and not token.text.isspace():
            if self.phase in {"key", "header"}:
                self.parts = (*self.parts, name_of(token.text))
            else:
                self.phase = "after"

    def mark(self, mark: str) -> None:
        if mark == "=" and self.phase == "key":
            self.phase, self.base, self.parts = "value", (*self.base, *self.parts), ()
        elif mark == "[" and self.phase == "key" and not self.nests and not self.parts:
            self.phase = "header"
        elif mark == "]" and self.phase == "header":
            self.table, self.phase = self.parts, "after"
        elif mark in "[{" and self.phase == "value":
            self.nests.append(_Nest(mark == "[", self.base))
            self.phase = "value" if mark == "[" else "key"
        elif mark in "]}" and self.nests:
            self.base, self.parts = self.nests.pop().keys, ()
            self.phase = "after"
        elif mark == "," and self.nests:
            self.base, self.parts = self.nests[-1].keys, ()
            self.phase = "value" if self.nests[-1].is_array else "key"

    def cursor(self, start: int, end: int) -> Cursor | None:
        is_element = bool(self.nests) and self.nests[-1].is_array
        if self.phase == "header":
            return Cursor("table", self.parts, start, end)
        if self.phase == "key":
            return Cursor("key", (*self.base, *self.parts), start, end)
        if self.phase == "value":
            return Cursor("value", self.base, start, end, is_element)
        return None
