"""Unbalanced brackets, and the fix-ups for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.recovery.fixups import Fixup
from opencl_ls.syntax.recovery.in_place import inserted, overwritten
from opencl_ls.syntax.tokens import Token, column, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAIRING: Final = frozenset("(){};")


class Brackets(Struct):
    """The brackets of an item that have no partner.

    `stray` are closing brackets, and `unclosed` opening braces.  `cut` are opening parentheses,
    each with the index of the `;` or `}` before which it has to be closed.  `last` is the first
    brace that closes the outermost open one.
    """

    stray: list[Token]
    cut: list[tuple[Token, int]]
    unclosed: list[Token]
    last: Token | None = None


def brackets_of(tokens: list[Token]) -> Brackets:
    """Pair the brackets of an item."""
    found = Brackets([], [], [])
    stack: list[int] = []
    for index in [index for index, token in enumerate(tokens) if token.text in _PAIRING]:
        token = tokens[index]
        mark = token.text
        if mark in ("(", "{"):
            stack.append(index)
        elif mark == ")":
            if stack and tokens[stack[-1]].text == "(":
                stack.pop()
            else:
                found.stray.append(token)
        elif mark == "}" or (mark == ";" and stack and not _is_for(tokens, stack[-1])):
            while stack and tokens[stack[-1]].text == "(":
                found.cut.append((tokens[stack.pop()], index))
            if mark == "}":
                if stack:
                    stack.pop()
                    if not stack and found.last is None:
                        found.last = token
                else:
                    found.stray.append(token)
    found.unclosed = [tokens[index] for index in stack if tokens[index].text == "{"]
    return found


def _is_for(tokens: list[Token], opener: int) -> bool:
    return opener > 0 and tokens[opener].text == "(" and tokens[opener - 1].text == "for"


def stray_closers(text: str, brackets: Brackets) -> Iterator[Fixup]:
    """Propose to drop an unmatched closing bracket."""
    stray = brackets.stray[:2]
    if stray and stray[0].text == "}" and brackets.last is not None:
        # The tokens between the two are meant to be inside.
        stray = [brackets.last, *stray]
    for token in stray:
        kind = SyntaxProblemKind.PARENTHESIS if token.text == ")" else SyntaxProblemKind.BRACE
        edited = overwritten(text, token.start, token.end)
        yield Fixup(kind, ((token.start, token.end),), "", edited)


def cut_parentheses(text: str, tokens: list[Token], brackets: Brackets) -> Iterator[Fixup]:
    """Propose to close a parenthesis before the `;` or `}` that cuts it off."""
    for _, index in brackets.cut[:2]:
        place = tokens[index - 1].end
        edited = inserted(text, place, ")")
        if edited is not None:
            yield Fixup(SyntaxProblemKind.PARENTHESIS, ((place, place),), ")", edited)


def open_braces(text: str, tokens: list[Token], brackets: Brackets) -> Iterator[Fixup]:
    """Propose to close the braces that are open at the end of the item.

    Braces are closed where the indentation ends their blocks, or at the end of the item.
    """
    count = len(brackets.unclosed)
    if not count:
        return
    missing = "}" * count
    opener, closers = _unclosed(text, tokens)
    opener = opener or brackets.unclosed[-1]
    place = ((opener.start, opener.end),)
    if 0 < len(closers) <= count:
        placed: str | None = text
        for closer in reversed(closers):
            placed = inserted(placed, closer.start, "}") if placed is not None else None
        if placed is not None:
            yield Fixup(
                SyntaxProblemKind.BRACE, place, missing, placed + "}" * (count - len(closers))
            )
    yield Fixup(SyntaxProblemKind.BRACE, place, missing, text + missing)


def closed_at_end(text: str) -> list[Fixup]:
    """Return the fix-ups for a text that lacks closing braces and no other bracket."""
    tokens = tokens_of(text)
    brackets = brackets_of(tokens)
    return [] if brackets.stray else list(open_braces(text, tokens, brackets))


def _unclosed(text: str, tokens: list[Token]) -> tuple[Token | None, list[Token]]:
    """Return the unmatched brace, judged by the indentation of the lines.

    The second value has the closing braces before which another one is missing.
    """
    stack: list[tuple[Token, int]] = []
    first: Token | None = None
    closers: list[Token] = []
    for token in [each for each in tokens if each.text in ("{", "}")]:
        if token.text == "{":
            stack.append((token, column(text, token.start)))
            continue
        here = column(text, token.start) if token.fresh else None
        while here is not None and len(stack) > 1 and here < stack[-1][1]:
            first = first or stack[-1][0]
            closers.append(token)
            stack.pop()
        if stack:
            stack.pop()
    return first or (stack[-1][0] if stack else None), closers
