"""Fix-ups for block literals and for variables of a block type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.types import builtin_type
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.recovery.fixups import Fixup
from opencl_ls.syntax.recovery.in_place import blanked, overwritten
from opencl_ls.syntax.tokens import Token, closer_of, token_index, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_STORAGE: Final = frozenset("static extern inline register auto typedef".split())
_MOST_PARAMETERS: Final = 40
"""The most tokens of a list of parameters."""


def block_storage(text: str, tokens: list[Token]) -> Fixup:
    """Blank each `__block` of the item."""
    places = tuple((token.start, token.end) for token in tokens if token.text == "__block")
    edited = text
    for start, end in places:
        edited = overwritten(edited, start, end)
    return Fixup(SyntaxProblemKind.BLOCK_STORAGE, places, "", edited)


def blocks(text: str, tokens: list[Token], index: int) -> Iterator[Fixup]:
    """Propose fix-ups for the declarator or the literal of a block whose `^` is at `index`."""
    if _is_declarator(tokens, index):
        caret, opener, name = tokens[index : index + 3]
        header = "(" + " " * (opener.start - caret.start - 1) + "^"
        edited = text[: caret.start] + header + text[opener.end :]
        place = (caret.start, name.end)
        yield Fixup(SyntaxProblemKind.BLOCK_DECLARATOR, (place,), f"(^{name.text})", edited)
        return
    body = _after_block_header(tokens, index)
    if body is None or tokens[body].text == ")":
        return
    if tokens[body].text == "{":
        yield from _extra_word(text, tokens, index)
        return
    end = next((token for token in tokens[body:] if token.text in (";", "{", "}")), None)
    opening = tokens[body - 1].end
    if end is None or end.text != ";" or end.start - opening < 2:
        return
    edited = text[:opening] + "{}" + blanked(text[opening + 2 : end.start]) + text[end.start :]
    token = tokens[body]
    yield Fixup(SyntaxProblemKind.BLOCK_BODY, ((token.start, token.end),), "{", edited)


def _is_declarator(tokens: list[Token], index: int) -> bool:
    """Tell whether the `^` at `index` is part of `type ^(name)(`."""
    following = [token.text for token in tokens[index + 1 : index + 5]]
    if len(following) < 4 or (following[0], following[2], following[3]) != ("(", ")", "("):
        return False
    before = tokens[index - 1] if index else None
    is_typed = before is not None and (before.kind == "word" or before.text == "*")
    return is_typed and tokens[index + 2].kind == "word"


def _extra_word(text: str, tokens: list[Token], index: int) -> Iterator[Fixup]:
    """Propose to blank a word between `^` and `(` that cannot be part of a type."""
    words: list[Token] = []
    while tokens[index + 1 + len(words)].kind == "word":
        words.append(tokens[index + 1 + len(words)])
    wrong = [word for word in words if word.text in _STORAGE]
    if not wrong and len(words) > 1 and builtin_type(words[-1].text) is None:
        wrong = [words[-1]]
    for word in wrong[:1]:
        edited = overwritten(text, word.start, word.end)
        yield Fixup(SyntaxProblemKind.BLOCK_WORD, ((word.start, word.end),), "", edited)


def unfixed_blocks(text: str, start: int, end: int) -> Iterator[Fixup]:
    """Yield errors at a `^` in an unparsed range that cannot be fixed in place."""
    tokens = tokens_of(text)
    for index in range(token_index(tokens, start), len(tokens) - 1):
        caret, following = tokens[index], tokens[index + 1]
        if caret.start >= end:
            return
        before = tokens[index - 1] if index else None
        if caret.text != "^" or before is None:
            continue
        typed = before.kind == "word" and before.text not in ("return", "case", "else", "do")
        if typed and following.kind == "word" and end == caret.end:
            listed = index + 2 < len(tokens) and tokens[index + 2].text == "("
            expected = f"(^{following.text})" + ("" if listed else "(void)")
            place = (caret.start, following.end)
            yield Fixup(SyntaxProblemKind.BLOCK_DECLARATOR, (place,), expected, text)
        elif before.text in ("=", "(", ",", "return"):
            body = index + 1 if following.text == ";" else _after_block_header(tokens, index)
            if body is not None and tokens[body].text == ";":
                token = tokens[body]
                yield Fixup(SyntaxProblemKind.BLOCK_BODY, ((token.start, token.end),), "{", text)


def _after_block_header(tokens: list[Token], index: int) -> int | None:
    """Return the index of the token after `^ type (parameters)`."""
    at = index + 1
    while at < len(tokens) and tokens[at].kind == "word" and tokens[at].text != "return":
        at += 1
    if at >= len(tokens) or tokens[at].text != "(":
        return None
    closer = closer_of(tokens, at, _MOST_PARAMETERS)
    return closer + 1 if closer is not None and closer + 1 < len(tokens) else None
