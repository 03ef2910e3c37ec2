"""Fix-ups for the starts of statements: heads without their `)`, and `else` without an `if`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.recovery.fixups import Fixup
from opencl_ls.syntax.recovery.in_place import inserted, overwritten, replaced
from opencl_ls.syntax.recovery.punctuation import OPERATORS
from opencl_ls.syntax.tokens import (
    CLOSING,
    HEADS,
    PLACEHOLDER,
    STATEMENT_WORDS,
    closer_of,
    column,
    token_index,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.syntax.recovery.brackets import Brackets
    from opencl_ls.syntax.tokens import Token

_SPAN: Final = 80
"""The most tokens in a head, or between an `if` and its `else`."""


def open_heads(text: str, tokens: list[Token]) -> Iterator[Fixup]:
    """Propose the tokens that the head of a statement lacks."""
    for index in range(len(tokens) - 1):
        if tokens[index].text in HEADS and tokens[index + 1].text == "(":
            ends = _head_ends(tokens, index)
            for end, closes in ends:
                if closes:
                    yield from _commas_for_semicolons(text, tokens, index, end)
                fixup = _unfinished_head(text, tokens, index, end, closes)
                if fixup is not None:
                    yield fixup


def _head_ends(tokens: list[Token], index: int) -> list[tuple[int, bool]]:
    """Return the last tokens that the head at `index` may have, each with whether a `)` follows.

    The list is empty if the head is well-formed.
    """
    is_for = tokens[index].text == "for"
    depth = semicolons = line_end = 0
    for place in range(index + 1, min(len(tokens), index + _SPAN)):
        mark = tokens[place].text
        if tokens[place].fresh and not line_end:
            line_end = place - 1
        if mark in "([":
            depth += 1
        elif mark in ")]":
            depth -= 1
            if not depth:
                lacks = is_for and semicolons < 2
                return [(place - 1, True)] if lacks else []
        elif mark == ";":
            semicolons += depth == 1 and is_for
            if not is_for or semicolons > 2:
                # The next statement seems to be part of the head.
                return [(line_end or place - 1, False)]
        elif mark == "}":
            return [(line_end or place - 1, False)]
        elif _begins_after_head(tokens, place):
            return [(place - 1, False)]
    return []


def _commas_for_semicolons(text: str, tokens: list[Token], index: int, end: int) -> Iterator[Fixup]:
    """Propose semicolons for the commas in the head of a `for` that lacks as many."""
    depth = 0
    places: list[tuple[int, int]] = []
    edited = text
    for token in tokens[index + 2 : end + 1]:
        depth += (token.text in "([{") - (token.text in ")]}")
        if token.text == "," and depth == 0:
            places.append((token.start, token.end))
            edited = overwritten(edited, token.start, token.end, ";")
    lacking = 2 - sum(token.text == ";" for token in tokens[index:end])
    if len(places) == lacking:
        whole = (tokens[index].start, tokens[end].end)
        yield Fixup(SyntaxProblemKind.WRONG_MARK, tuple(places), ";", edited, whole)


def _begins_after_head(tokens: list[Token], index: int) -> bool:
    """Tell whether a token inside of parentheses begins a body, or another statement."""
    if tokens[index].text in STATEMENT_WORDS:
        return tokens[index].fresh
    if tokens[index].text != "{":
        return False
    # The first value follows the brace of a literal on the same line.
    is_literal = tokens[index - 1].text in (")", "^", "=", "$")
    return not is_literal or (index + 1 < len(tokens) and tokens[index + 1].fresh)


def _unfinished_head(
    text: str, tokens: list[Token], index: int, end: int, closes: bool
) -> Fixup | None:
    """Propose the tokens that a head lacks after the token `end`.

    `closes` tells whether its `)` follows.
    """
    last = tokens[end]
    semicolons, opened = 0, list[str]()
    for token in tokens[index + 1 : end + 1]:
        if token.text in CLOSING:
            opened.append(CLOSING[token.text])
        elif token.text in ")]}" and opened:
            opened.pop()
        elif token.text == ";":
            semicolons += 1
    inner = "".join(reversed(opened[1:]))
    is_for = tokens[index].text == "for"
    lacks_operand = last.text in OPERATORS or last.text == "," or (last.text == "(" and not is_for)
    lacks_operand = lacks_operand and not _is_step(tokens, end)
    put = PLACEHOLDER if lacks_operand else ""
    put += inner + (";" * (2 - semicolons) if is_for else "") + ("" if closes else ")")
    edited = inserted(text, last.end, put) if put else None
    if edited is None:
        return None
    whole = (tokens[index].start, last.end)
    if lacks_operand:
        return Fixup(SyntaxProblemKind.OPERAND, ((last.start, last.end),), "", edited, whole)
    if ";" in put:
        return Fixup(SyntaxProblemKind.SEMICOLON, ((last.end, last.end),), ";", edited, whole)
    return Fixup(SyntaxProblemKind.PARENTHESIS, ((last.end, last.end),), put, edited, whole)


def _is_step(tokens: list[Token], end: int) -> bool:
    """Tell whether `++` or `--` ends with the token at `end`."""
    last, before = tokens[end], tokens[end - 1]
    return last.text in ("+", "-") and before.text == last.text and before.end == last.start


def missing_braces(text: str, tokens: list[Token], brackets: Brackets) -> Iterator[Fixup]:
    """Propose the `{` after a head for an unmatched `}`, judged by the indentation."""
    if not any(token.text == "}" for token in brackets.stray):
        return
    # The last brace of each column in which one begins a line.
    closers = {
        column(text, token.start): token.start
        for token in tokens
        if token.fresh and token.text == "}"
    }
    for index, token in enumerate(tokens[:-1]):
        following = tokens[index + 1]
        if token.text != ")" or not following.fresh or following.text == "{":
            continue
        opener = _opener(tokens, index)
        head = column(text, tokens[opener - 1].start if opener else 0)
        if closers.get(head, 0) < token.end or column(text, following.start) <= head:
            continue
        edited = inserted(text, token.end, "{")
        if edited is not None:
            yield Fixup(SyntaxProblemKind.BRACE, ((token.end, token.end),), "{", edited)


# --- else ----------------------------------------------------------------------------------------


def lone_elses(text: str, tokens: list[Token], start: int) -> Iterator[Fixup]:
    """Propose fix-ups for the `else` at the byte `start` that is parsed as a name."""
    index = token_index(tokens, start)
    if not 1 < index < len(tokens) or tokens[index].text != "else":
        return
    token, before = tokens[index], tokens[index - 1]
    if before.text not in (";", "}"):
        edited = overwritten(text, token.start, token.end, ":")
        yield Fixup(SyntaxProblemKind.WRONG_MARK, ((token.start, token.end),), ":", edited)
        return
    if before.text == ";" and tokens[index - 2].text == "}":
        edited = overwritten(text, before.start, before.end)
        yield Fixup(SyntaxProblemKind.LONE_ELSE, ((before.start, before.end),), "", edited)
    yield from _brace_before(text, tokens, index)
    condition = _condition_before(tokens, index)
    if condition is not None:
        after = tokens[condition + 1]
        if after.text == ";":
            edited = overwritten(text, after.start, after.end)
            yield Fixup(SyntaxProblemKind.LONE_ELSE, ((after.start, after.end),), "", edited)
        opened = inserted(text, tokens[condition].end, "{")
        closed = None if opened is None else replaced(opened, token.start, token.end, "}else")
        if closed is not None:
            yield Fixup(SyntaxProblemKind.LONE_ELSE, ((token.start, token.end),), "{", closed)
    edited = overwritten(text, token.start, token.end)
    yield Fixup(SyntaxProblemKind.LONE_ELSE, ((token.start, token.end),), "", edited)


def _brace_before(text: str, tokens: list[Token], index: int) -> Iterator[Fixup]:
    """Propose to close the block that is open before an `else`, if it is the body of an `if`."""
    depth = 0
    for place in range(index - 1, max(0, index - _SPAN), -1):
        mark = tokens[place].text
        depth += (mark == "}") - (mark == "{")
        if depth < 0:
            edited = replaced(text, tokens[index].start, tokens[index].end, "}else")
            if edited is not None and _opener_word(tokens, place - 1) == "if":
                yield Fixup(
                    SyntaxProblemKind.BRACE,
                    ((tokens[place].start, tokens[place].end),),
                    "}",
                    edited,
                )
            return


def _opener_word(tokens: list[Token], closer: int) -> str:
    """Return the token before the parentheses that end at `closer`, "" if none end there."""
    opener = _opener(tokens, closer)
    return tokens[opener - 1].text if opener else ""


def _opener(tokens: list[Token], closer: int) -> int:
    """Return the index of the parenthesis that the one at `closer` closes, 0 if there is none."""
    depth = 0
    for place in range(closer, max(0, closer - _SPAN), -1):
        depth += (tokens[place].text == ")") - (tokens[place].text == "(")
        if depth == 0:
            return place if place < closer else 0
    return 0


def _condition_before(tokens: list[Token], index: int) -> int | None:
    """Return the end of the condition of an `if` without braces in the same block as `index`."""
    depth = 0
    for place in range(index - 1, max(0, index - _SPAN), -1):
        mark = tokens[place].text
        depth += (mark in ")}]") - (mark in "({[")
        if depth < 0:
            return None
        if depth == 0 and mark == "(" and tokens[place - 1].text == "if":
            closer = closer_of(tokens, place, _SPAN)
            return closer if closer is not None and closer + 1 < len(tokens) else None
    return None
