"""Names of built-in types that a body declares as something else, as `int uint = 1;` does.

`uint`, `float4` and the like are typedefs to a compiler, which an inner declaration may hide.  The
grammar has them as keywords.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.types import builtin_type, type_names
from opencl_ls.syntax.tokens import (
    KEYWORDS,
    RESERVED,
    Token,
    token_lines,
    tokens_of,
    tokens_of_line,
)
from opencl_ls.text import remembered

if TYPE_CHECKING:
    from collections.abc import Iterator

_TYPEDEFS: Final = frozenset("uchar ushort uint ulong size_t ptrdiff_t intptr_t uintptr_t".split())
_SPAN: Final = 64
"""The most tokens of a statement that are read."""

_AFTER_NAMES: Final = frozenset("=;,)[:")
_NO_TYPES: Final = KEYWORDS | RESERVED | {"struct", "unsigned", "signed"}
"""Words that are no type by themselves: `unsigned uint` is a mistake, and `const uint` a type."""


def as_names(text: str) -> tuple[str, list[tuple[int, int]]] | None:
    """Return the text of an item with other names for such names, and the places of these.

    The text keeps its length.  None if a body declares none.
    """
    if "\\\n" not in text:
        if not any(_may_declare(line, inside) for _, line, inside, _ in token_lines(text)):
            return None
    tokens = tokens_of(text)
    places: set[tuple[int, int]] = set()
    for index, token in enumerate(tokens):
        if token.text not in _hidable() or (token.start, token.end) in places:
            continue
        if _is_declared(tokens, index):
            places.update(_mentions(tokens, index))
    if not places:
        return None
    parts: list[str] = []
    position = 0
    for start, end in sorted(places):
        parts += (text[position:start], "_", text[start + 1 : end])
        position = end
    return "".join((*parts, text[position:])), sorted(places)


@cache
def _hidable() -> frozenset[str]:
    kinds = ((name, builtin_type(name)) for name in type_names())
    return _TYPEDEFS.union(name for name, kind in kinds if kind and kind.kind == "vector")


@remembered
def _may_declare(line: str, in_comment: bool) -> bool:
    """Tell whether a line alone may declare such a name.

    The answers are cached, since most lines of a text do not change with a key.
    """
    words = ["", *(mark for _, mark, *_ in tokens_of_line(line, in_comment)[0]), ""]
    return any(
        word in _hidable() and before != "(" and (not after or after in _AFTER_NAMES)
        for before, word, after in zip(words, words[1:], words[2:], strict=False)
    )


def _is_declared(tokens: list[Token], index: int) -> bool:
    """Tell whether the word at `index` follows a type, or is in a list of names or a label."""
    if index == 0 or index + 1 >= len(tokens) or tokens[index + 1].text not in _AFTER_NAMES:
        return False
    before, after = tokens[index - 1], tokens[index + 1].text
    if after == ":":
        return before.text in (";", "{", "}")
    while before.text == "*" and index > 1:
        index -= 1
        before = tokens[index - 1]
    if before.text == ",":
        return not _is_in_parentheses(tokens, index)
    return before.kind == "word" and before.text not in _NO_TYPES


def _is_in_parentheses(tokens: list[Token], index: int) -> bool:
    """Tell whether a `(` is open at `index`, in the statement that the word there is part of."""
    depth = 0
    for at in range(index - 1, max(0, index - _SPAN) - 1, -1):
        mark = tokens[at].text
        depth += (mark == ")") - (mark == "(")
        if depth < 0:
            return True
        if mark in (";", "{", "}"):
            return False
    # A statement that is longer has no list of names here.
    return index > _SPAN


def _mentions(tokens: list[Token], index: int) -> Iterator[tuple[int, int]]:
    """Yield the places of the name at `index`, up to the end of the scope that declares it."""
    name, depth = tokens[index].text, 0
    for at in range(index, len(tokens)):
        token = tokens[at]
        depth += (token.text == "{") - (token.text == "}")
        if depth < 0:
            return
        if token.text == name:
            yield token.start, token.end
