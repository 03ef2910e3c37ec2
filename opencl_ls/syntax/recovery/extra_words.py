"""Words that have no meaning in their place.

The fix-ups blank them.  They are certain: no well-formed item holds such a word.
"""

from __future__ import annotations

import re
from typing import Final

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.recovery.fixups import Fixup
from opencl_ls.syntax.recovery.in_place import overwritten
from opencl_ls.syntax.tokens import ADDRESS_SPACE_KEYWORDS, Token, tokens_of

_FOREIGN_WORDS: Final = {
    **dict.fromkeys(("__thread", "_Thread_local"), SyntaxProblemKind.THREAD_STORAGE),
    **dict.fromkeys(("_Complex", "__complex__", "_Imaginary"), SyntaxProblemKind.COMPLEX),
    "_BitInt": SyntaxProblemKind.BIT_INT,
    "typedef": SyntaxProblemKind.REPEATED_TYPEDEF,
    "pipe": SyntaxProblemKind.PIPE_OPERAND,
}
_ACCESS: Final = frozenset(
    "read_only write_only read_write __read_only __write_only __read_write".split()
)
_STORAGE: Final = frozenset("static extern typedef".split())
_ALONE: Final = _STORAGE | {"const", "volatile"} | ADDRESS_SPACE_KEYWORDS
_KERNEL: Final = frozenset(("kernel", "__kernel"))
_LONE_SPECIFIERS: Final = lazy_pattern(rf"\b(?:{'|'.join(sorted(_ALONE))}|(?:__)?kernel)\s*;")
_RAW_STRING: Final = lazy_pattern(
    r"""(?:R"[^\s()\\"]{0,16}\(|\)[^\s()\\"]{0,16}")(?=[ \t]*(?:\r?\n|\Z))"""
)
_GAP: Final = re.compile(r"(?>(?:\s+|//[^\n]*|/\*.*?\*/)*)", re.S)


def raw_strings(text: str) -> list[Fixup]:
    """Return the fix-up for the start and the end of a C++ raw string around the item.

    A program that includes a kernel as a string has `R"(` and `)"` in lines of their own.
    """
    places: list[tuple[int, int]] = []
    edited = text
    position = 0
    while match := _RAW_STRING.match(text, _end_of_gap(text, position)):
        start, position = match.span()
        places.append((start, position))
        edited = overwritten(edited, start, position)
    return [Fixup(SyntaxProblemKind.RAW_STRING, tuple(places), "", edited)] if places else []


def _end_of_gap(text: str, start: int) -> int:
    match = _GAP.match(text, start)
    return start if match is None else match.end()


def foreign_words(text: str) -> list[Fixup]:
    """Return the fix-ups for words of C and its dialects that the grammar does not know.

    `_BitInt(8)` is a type, and the other words are beside one.  A second `typedef` and `pipe` in
    the operand of `sizeof` count as such words.
    """
    if not any(word in text for word in _FOREIGN_WORDS):
        return []
    tokens = tokens_of(text)
    places: list[tuple[SyntaxProblemKind, int, int]] = []
    edited = text
    for index, token in enumerate(tokens):
        kind = _FOREIGN_WORDS.get(token.text)
        stretch = None if kind is None else _foreign_stretch(tokens, index, kind)
        if kind is None or stretch is None:
            continue
        start, end = stretch
        places.append((kind, token.start, end))
        edited = overwritten(edited, start, end, "int" if kind is SyntaxProblemKind.BIT_INT else "")
    return [Fixup(kind, ((start, end),), "", edited) for kind, start, end in places]


def _foreign_stretch(
    tokens: list[Token], index: int, kind: SyntaxProblemKind
) -> tuple[int, int] | None:
    """Return the range to overwrite for the word at `index`; None if the word is correct."""
    token, before = tokens[index], tokens[index - 1] if index else None
    if kind is SyntaxProblemKind.REPEATED_TYPEDEF:
        if before is None or before.text != token.text:
            return None
    elif kind is SyntaxProblemKind.PIPE_OPERAND:
        if before is None or not _is_in_sizeof(tokens, index):
            return None
        if before.text in _ACCESS:
            return before.start, token.end
    elif kind is SyntaxProblemKind.BIT_INT:
        width = tokens[index + 1 : index + 4]
        if [each.text for each in width[::2]] != ["(", ")"]:
            return None
        return token.start, width[-1].end
    return token.start, token.end


def _is_in_sizeof(tokens: list[Token], index: int) -> bool:
    """Tell whether only words are between the token at `index` and the `(` of a `sizeof`."""
    while index > 0 and tokens[index].kind == "word":
        index -= 1
    return index > 0 and tokens[index].text == "(" and tokens[index - 1].text == "sizeof"


def lone_specifiers(text: str) -> list[Fixup]:
    """Return the fix-ups for specifiers followed by a semicolon, which declare nothing."""
    if not _LONE_SPECIFIERS.search(text):
        return []
    tokens = tokens_of(text)
    places: list[tuple[int, int]] = []
    edited = text
    first = 0
    in_members: list[bool] = []
    for index, token in enumerate(tokens):
        if token.text not in (";", "{", "}"):
            continue
        words = tokens[first:index]
        allowed = _allowed_alone(not first, bool(in_members) and in_members[-1])
        if words and token.text == ";" and all(each.text in allowed for each in words):
            start, end = words[0].start, words[-1].end
            places.append((start, end))
            edited = overwritten(edited, start, end)
        if token.text == "{":
            before = [each.text for each in tokens[max(0, index - 2) : index]]
            in_members.append("struct" in before or "union" in before)
        elif token.text == "}" and in_members:
            in_members.pop()
        first = index + 1
    return [Fixup(SyntaxProblemKind.LONE_SPECIFIERS, (place,), "", edited) for place in places]


def _allowed_alone(is_first: bool, is_member: bool) -> frozenset[str]:
    """Return the specifiers that the grammar cannot parse alone.

    `kernel` begins no declaration in a body, and a storage class none of a member.
    """
    if is_member:
        return (_ALONE | _KERNEL) - _STORAGE
    return _ALONE | _KERNEL if is_first else _ALONE
