"""Fix-ups for declarations: a missing type, and a keyword in place of a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.recovery.fixups import Fixup
from opencl_ls.syntax.recovery.in_place import overwritten
from opencl_ls.syntax.tokens import KEYWORDS, Token, closer_of, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator

BEFORE_A_TYPE: Final = frozenset(
    "static extern inline register auto const volatile kernel __kernel".split()
)
"""Specifiers that are no type."""

_AFTER_A_NAME: Final = frozenset("=;,)[.+-/%<>&|^?:!]")
_MOST_PARAMETERS: Final = 40
"""The most tokens of a list of parameters."""

_HEADER: Final = 1000
"""The most bytes of the head of a function."""


def untyped_function(text: str) -> Token | None:
    """Return the name of a function definition that begins with this name and has no type."""
    tokens = tokens_of(text[:_HEADER])
    if not tokens or tokens[0].kind != "word" or tokens[0].text.upper() == tokens[0].text:
        return None
    return tokens[0] if _is_header(tokens, 1) else None


def typeless_functions(text: str, tokens: list[Token]) -> Iterator[Fixup]:
    """Propose a return type for a function that has only `static` and the like."""
    for index in range(min(3, len(tokens))):
        if tokens[index].text in BEFORE_A_TYPE and lacks_type(tokens, index):
            yield missing_type(text, tokens, index)


def _is_header(tokens: list[Token], index: int) -> bool:
    """Tell whether a list of typed parameters and a body begin at `index`."""
    depth = 0
    words = 0
    for place in range(index, min(len(tokens) - 1, index + _MOST_PARAMETERS)):
        mark = tokens[place].text
        depth += (mark == "(") - (mark == ")")
        if depth == 0:
            typed = words > 1 or tokens[place - 1].text in ("(", "void")
            return mark == ")" and typed and tokens[place + 1].text == "{"
        if mark == "," and depth == 1:
            if words < 2:
                return False
            words = 0
        elif tokens[place].kind == "word":
            words += 1
    return False


def lacks_type(tokens: list[Token], index: int) -> bool:
    """Tell whether a declared name follows the specifier at `index`, which needs a type."""
    if index + 2 >= len(tokens) or tokens[index + 1].kind != "word":
        return False
    first = index
    while first > 0 and tokens[first - 1].text in KEYWORDS:
        first -= 1
    if first > 0 and tokens[first - 1].text not in (";", "{", "}", "("):
        return False
    following = tokens[index + 2]
    return following.text in ("=", "[") or _is_header(tokens, index + 2)


def missing_type(text: str, tokens: list[Token], index: int) -> Fixup:
    """Put a type in place of the specifier at `index`, which a name follows."""
    word, name = tokens[index], tokens[index + 1]
    put = "void" if "kernel" in word.text else "int"
    edited = overwritten(text, word.start, word.end, put)
    return Fixup(SyntaxProblemKind.MISSING_TYPE, ((name.start, name.end),), put, edited)


def is_keyword_as_name(tokens: list[Token], index: int) -> bool:
    """Tell whether only a name is possible in place of the keyword at `index`."""
    if index == 0 or index + 1 >= len(tokens):
        return False
    after = tokens[index + 1]
    if after.text == "(":
        return _names_function(tokens, index)
    if after.text not in _AFTER_A_NAME or after.kind != "other":
        return False
    return after.text != ":" or tokens[index].text != "default"


def _names_function(tokens: list[Token], index: int) -> bool:
    """Tell whether the keyword at `index` is between a type and a list of parameters."""
    before = tokens[index - 1]
    if before.kind != "word" or before.text in KEYWORDS:
        return False
    closer = closer_of(tokens, index + 1, _MOST_PARAMETERS - 1)
    if closer is None or closer + 1 >= len(tokens):
        return False
    return tokens[closer + 1].text in ("{", ";")


def keyword_as_name(text: str, tokens: list[Token], keyword: str) -> Fixup:
    """Put a name of the same length in each place where `keyword` is used as a name."""
    places = tuple(
        (token.start, token.end)
        for index, token in enumerate(tokens)
        if token.text == keyword and is_keyword_as_name(tokens, index)
    )
    name = "_" + keyword[1:].replace("_", "x")
    edited = text
    for start, end in places:
        edited = overwritten(edited, start, end, name)
    return Fixup(SyntaxProblemKind.KEYWORD_AS_NAME, places, keyword + "_", edited)
