"""Misspelt keywords: words in place of a keyword that look similar to one."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.foreign import foreign_name
from opencl_ls.builtins.names import is_builtin, is_keyword
from opencl_ls.builtins.spelling import nearest
from opencl_ls.builtins.types import builtin_type
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.recovery.fixups import Fixup
from opencl_ls.syntax.recovery.in_place import replaced
from opencl_ls.syntax.tokens import HEADS, TAGS, token_index

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencl_ls.syntax.tokens import Token

_OF_STATEMENTS: Final = (
    *HEADS,
    *"return break continue goto do else case default typedef".split(),
)
_OF_DECLARATIONS: Final = tuple(
    "const volatile restrict static extern inline unsigned signed struct union enum "
    "kernel global local constant private generic read_only write_only read_write "
    "__kernel __global __local __constant __private __generic "
    "__read_only __write_only __read_write __attribute__".split()
)
# The keywords of other languages for two of C.
_OTHERS: Final = {"elif": "else if", "elseif": "else if", "elsif": "else if"}
# Another misspelling of two letters may be any other word.
_SWAPPED: Final = {"fi": "if", "od": "do"}
_BEFORE_STATEMENTS: Final = frozenset((";", "{", "}", ")", ":", "else", "do"))
_FOLLOWING: Final = {
    **dict.fromkeys((*HEADS, "else if", "__attribute__"), "("),
    **dict.fromkeys(("break", "continue"), ";"),
    "do": "{",
    "default": ":",
}
"""The token that follows a keyword; a word or a bracket follows all others."""
_NAMED: Final = frozenset("=;,)[(.+-/")
_SHORTEST: Final = 2
"""The least number of letters of a misspelt word."""


def misspelt_keywords(
    text: str, tokens: list[Token], is_type: Callable[[str], bool]
) -> Iterator[Fixup]:
    """Propose a keyword in place of each similar word that is no name.

    `is_type` tells whether a name is a type.
    """
    seen: set[str] = set()
    for index, token in enumerate(tokens):
        word = token.text
        if token.kind != "word" or word in seen:
            continue
        chosen = _chosen(tokens, index)
        if not chosen or _is_declared(tokens, word) or is_type(word):
            continue
        seen.add(word)
        fixup = _fixup(text, tokens, word, chosen)
        if fixup is not None:
            yield fixup


def _chosen(tokens: list[Token], index: int) -> str:
    """Return the keyword that the word at `index` may misspell, or ""."""
    for_statement, for_declaration = _keywords_near(tokens[index].text)
    before = tokens[index - 1].text if index else ";"
    if for_statement and before in _BEFORE_STATEMENTS and _fits(tokens, index, for_statement):
        return for_statement
    if for_declaration and _fits(tokens, index, for_declaration):
        return for_declaration
    return ""


def is_near_head(word: str) -> bool:
    """Tell whether a word looks like a keyword that a condition in parentheses follows."""
    return _keywords_near(word)[0] in HEADS


@lru_cache(maxsize=4096)
def _keywords_near(word: str) -> tuple[str, str]:
    """Return the keywords of statements and of declarations that a word looks like, or "".

    Words in capitals are macros.
    """
    if word in _OTHERS or word in _SWAPPED:
        return _OTHERS.get(word) or _SWAPPED[word], ""
    if len(word) < _SHORTEST or word.isupper() or is_keyword(word) or is_builtin(word):
        return "", ""
    if foreign_name(word) is not None:
        return "", ""
    first, second = nearest(word, _OF_STATEMENTS), nearest(word, _OF_DECLARATIONS)
    return first[0] if first else "", second[0] if second else ""


def _fits(tokens: list[Token], index: int, keyword: str) -> bool:
    """Tell whether a keyword can precede the token after `index`."""
    if index + 1 >= len(tokens):
        return False
    following = tokens[index + 1]
    wanted = _FOLLOWING.get(keyword)
    if wanted is not None:
        return following.text == wanted
    if following.kind == "word":
        return True
    if keyword in TAGS or keyword == "else":
        return following.text == "{"
    if keyword in _OF_DECLARATIONS:
        return following.text == "*"
    return following.kind in ("number", "text") or following.text in "(-!~{"


def _is_declared(tokens: list[Token], word: str) -> bool:
    """Tell whether some declaration declares a word."""
    for index in range(1, len(tokens) - 1):
        if tokens[index].text == word and tokens[index + 1].text in _NAMED:
            before = tokens[index - 1]
            if before.text == "*" or builtin_type(before.text) is not None:
                return True
    return False


def unfixed_keywords(
    text: str, tokens: list[Token], is_type: Callable[[str], bool], start: int, end: int
) -> Iterator[Fixup]:
    """Yield the misspelt keyword that is a whole unparsed range and cannot be fixed in place."""
    index = token_index(tokens, start)
    if index < len(tokens) and (tokens[index].start, tokens[index].end) == (start, end):
        word = tokens[index].text
        if (chosen := _chosen(tokens, index)) and not is_type(word):
            yield Fixup(SyntaxProblemKind.MISSPELT_KEYWORD, ((start, end),), chosen, text)


def _fixup(text: str, tokens: list[Token], word: str, keyword: str) -> Fixup | None:
    """Propose a keyword in all places of a word in which it fits."""
    places: list[tuple[int, int]] = []
    edited = text
    for index, token in enumerate(tokens):
        if token.text != word or not _fits(tokens, index, keyword):
            continue
        longer = _with_keyword(edited, tokens, index, keyword)
        if longer is None:
            return None
        edited = longer
        places.append((token.start, token.end))
    return Fixup(SyntaxProblemKind.MISSPELT_KEYWORD, tuple(places), keyword, edited)


def _with_keyword(text: str, tokens: list[Token], index: int, keyword: str) -> str | None:
    """Return a text with a keyword, or a synonym, in place of a token; None without space."""
    start, end = tokens[index].start, tokens[index].end
    # If there is no space for `else if`, there may be for its `if`.
    for put in (keyword, keyword.strip("_"), keyword.rpartition(" ")[2]):
        edited = replaced(text, start, end, put)
        if edited is not None:
            return edited
    tag = tokens[index + 1]
    if tag.text in TAGS and len(keyword) == end - start + 1 and tag.start == end + 1:
        if text[tag.end : tag.end + 2].isspace() or text[tag.end : tag.end + 2] == " {":
            return f"{text[:start]}{keyword} {tag.text}{text[tag.end + 1 :]}"
    return None
