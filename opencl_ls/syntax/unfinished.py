"""Statements that are still being written: where a line breaks off before its statement has ended.

While somebody types, one line of a function lacks its semicolon, or the operand behind an operator,
and to a parser the next statement is part of it.  A line that begins what can only be a statement
tells that the one before it has ended.  What is missing is put into the blank between them, so that
all places of the item stay what they are.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from opencl_ls.builtins.types import builtin_type
from opencl_ls.syntax.punctuation import HOLE, OPERATORS, operator_start
from opencl_ls.syntax.records import Repair
from opencl_ls.syntax.slips import (
    EXPRESSION,
    KEYWORDS,
    LITERAL,
    PARENTHESIS,
    RESERVED,
    SEMICOLON,
    LineTokens,
    Token,
    token_lines,
    tokens_of_line,
)
from opencl_ls.text import remembered

_STATEMENTS: Final = frozenset("if else for while do return switch break continue goto".split())
_BEFORE_NAMES: Final = frozenset("sizeof _Alignof __alignof__ __extension__".split())
_COMPLETE: Final = frozenset("return break continue".split())
_HEADS: Final = frozenset("if for while switch __attribute__ _Pragma __pragma".split())
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}
_CLOSERS: Final = frozenset(")]}")
_NEAR: Final = 6
"""So many tokens at the end of a line may be looked at."""

_DEEPEST: Final = 200
"""Nobody who is writing a line has more brackets open around it."""

_BEFORE_STATEMENTS: Final = frozenset((")", "else", "do", "{", ";", "}", ":", "^"))
_BOUNDARIES: Final = frozenset("{};:")
_LITERAL: Final = re.compile(r"""(["'])(?:\\.|[^\\])*?\1""", re.S)
_DECLARES: Final = frozenset("=;,[(")
_BEFORE_CASTS: Final = frozenset(("return", "case", "(", ",", "["))
_BEHIND_OPERANDS: Final = frozenset(".+-*/%&|^<>?")
"""What stands behind a name in a statement, and not behind one that is declared."""


class _Open(NamedTuple):
    """A bracket that is open: its text, and whether it encloses statements, or is a head's."""

    mark: str
    statements: bool
    head: bool


class _Line(NamedTuple):
    """What a line does to the brackets that are open: what is left of it without whole pairs.

    `opened` are brackets with the token before each, "" at the begin of the line.  `after_head`
    tells whether the line ends with the head of a statement; None where the bracket that ends it
    was opened in another line.
    """

    closed: str
    opened: tuple[tuple[str, str], ...]
    after_head: bool | None


def finished(text: str) -> tuple[str, tuple[Repair, ...]] | None:
    """Return the text of an item with what its lines lack put in, and what that is.

    The text keeps its length.  None where no line plainly breaks off, or the brackets do not pair.
    """
    if "\\\n" in text:
        return None
    found: list[tuple[Repair, str, int]] = []
    stack: list[_Open] = []
    # The lines so far that hold tokens, the token that ends them, and whether that ends a head.
    above: list[tuple[LineTokens, int]] = []
    last, after_head = "", False
    for start, line, in_comment, words in token_lines(text):
        if stack and not after_head and last not in _BOUNDARIES:
            near = _nearest(above)
            missing = _missing([*near, *_tokens(words[:2], start)], len(near), stack)
            if missing is not None:
                found.append((*missing, start + words[0][2]))
                while not stack[-1].statements:
                    stack.pop()
        change = _line(line, in_comment)
        head = False
        for mark in change.closed:
            if not stack or _CLOSING[stack[-1].mark] != mark:
                return None
            head = stack.pop().head
        for mark, written in change.opened:
            before = written or last
            statements = mark == "{" and before in _BEFORE_STATEMENTS
            statements = statements and (bool(stack) or before == ")")
            stack.append(_Open(mark, statements, mark == "(" and before in _HEADS))
        if len(stack) > _DEEPEST:
            return None
        after_head = head if change.after_head is None else change.after_head
        last = words[-1][1]
        above.append((words, start))
    if stack or not found:
        return None
    return _with(text, found)


@remembered
def _line(line: str, in_comment: bool) -> _Line:
    """Return what a line does to the brackets that are open; it may begin in a comment."""
    closed, opened = "", list[tuple[str, str]]()
    before = ""
    after_head: bool | None = False
    for _, mark, _, _ in tokens_of_line(line, in_comment)[0]:
        after_head = False
        if mark in _CLOSING:
            opened.append((mark, before))
        elif mark in _CLOSERS:
            if opened and _CLOSING[opened[-1][0]] == mark:
                opener, word = opened.pop()
                after_head = opener == "(" and word in _HEADS
            else:
                closed += mark
                after_head = None
        before = mark
    return _Line(closed, tuple(opened), after_head)


def _nearest(above: list[tuple[LineTokens, int]]) -> list[Token]:
    """Return the last tokens of some lines, each of which has the byte at which it begins."""
    near: list[Token] = []
    for words, start in reversed(above):
        near = _tokens(words[-_NEAR:], start) + near
        if len(near) >= _NEAR:
            break
    return near


def _tokens(words: LineTokens, start: int) -> list[Token]:
    """Return the tokens of a line that begins at the byte `start`."""
    return [
        Token(kind, mark, start + begin, start + end, fresh=False)
        for kind, mark, begin, end in words
    ]


def _with(text: str, found: list[tuple[Repair, str, int]]) -> tuple[str, tuple[Repair, ...]] | None:
    """Put what is missing into the blanks of a text; each has the place where its blanks end."""
    parts: list[str] = []
    position = 0
    for repair, missing, end in found:
        start = repair.end
        gap = "".join(each if each == "\n" else " " for each in text[start:end])
        blank = repair.start - 1
        if len(gap) >= len(missing):
            parts += (text[position:start], missing, gap[len(missing) :])
        elif len(gap) + 1 == len(missing) and repair.end > repair.start and text[blank].isspace():
            # The blank before an operator makes the room that the end of its line does not have.
            parts += (text[position:blank], text[repair.start : start], missing)
        else:
            return None
        position = end
    return "".join((*parts, text[position:])), tuple(repair for repair, *_ in found)


def _missing(tokens: list[Token], index: int, stack: list[_Open]) -> tuple[Repair, str] | None:
    """Return what the line before a token lacks, as a repair and as text; None if nothing does.

    The token begins a line; `stack` are the brackets that are open before it.
    """
    depth = len(stack)
    while depth and stack[depth - 1].mark != "{":
        depth -= 1
    inner = stack[depth:]
    if not depth or not stack[depth - 1].statements or any(each.head for each in inner):
        return None
    token, last = tokens[index], tokens[index - 1]
    begins = token.text in _STATEMENTS or token.text == "}" or _begins_declaration(tokens, index)
    closers = "".join(_CLOSING[each.mark] for each in reversed(inner))
    if begins and _ends_cast(tokens, index - 1):
        return Repair(last.start, last.end, EXPRESSION, ""), f"{HOLE}{closers};"
    if begins and last.text == "case" and not closers:
        return Repair(last.start, last.end, EXPRESSION, ""), " 0:"
    if _ends_type(tokens, index - 1, closers):
        if not begins and not _continues_no_type(tokens, index, closers):
            return None
        if closers:
            return Repair(last.end, last.end, PARENTHESIS, closers), f"){HOLE}{closers[1:]};"
        return Repair(last.end, last.end, SEMICOLON, ";"), ";"
    if _ends_operand(tokens, index - 1):
        if not begins and (token.kind != "word" or _may_declare(tokens, index)):
            return None
        if last.kind == "text" and _LITERAL.fullmatch(last.text) is None:
            # Up to the end of its line all belongs to it, the blanks as well.
            quote, end = last.text[0], last.start + len(last.text.rstrip())
            return Repair(last.start, end, LITERAL, quote), f"{quote}{closers};"
        if closers:
            return Repair(last.end, last.end, PARENTHESIS, closers), f"{closers};"
        return Repair(last.end, last.end, SEMICOLON, ";"), ";"
    if not begins:
        return None
    if last.text in OPERATORS or (closers and last.text in ("(", ",", "[")):
        if last.text == "*" and token.text in KEYWORDS:
            return None  # The qualifiers of a pointer may stand on the next line.
        start = operator_start(tokens, index - 1)
        return Repair(start, last.end, EXPRESSION, ""), f"{HOLE}{closers};"
    return None


def _begins_declaration(tokens: list[Token], index: int) -> bool:
    """Tell whether a declaration begins at `index`: a word with another one, or a `*`, behind it.

    Of words that may be names only two in a row tell so: what has a `*` between may be a product.
    """
    word = tokens[index]
    if word.kind != "word" or index + 1 >= len(tokens):
        return False
    if tokens[index + 1].kind == "word":
        return word.text not in _BEFORE_NAMES
    known = word.text in KEYWORDS or word.text == "struct" or builtin_type(word.text) is not None
    return known and tokens[index + 1].text == "*"


def _ends_operand(tokens: list[Token], index: int) -> bool:
    """Tell whether a statement may end with the token at `index`."""
    token = tokens[index]
    if token.kind == "word":
        if token.text in _COMPLETE:
            return True
        return token.text not in RESERVED and builtin_type(token.text) is None
    if token.kind in ("number", "text") or token.text in (")", "]"):
        return True
    before = tokens[index - 1] if index else token
    return token.text in ("+", "-") and before.text == token.text and before.end == token.start


def _ends_cast(tokens: list[Token], index: int) -> bool:
    """Tell whether the token at `index` closes a cast to a built-in type, behind an operator."""
    if index < 3 or tokens[index].text != ")" or tokens[index - 2].text != "(":
        return False
    before = tokens[index - 3].text
    is_operand = before in OPERATORS or before in ("return", "(", ",")
    return is_operand and builtin_type(tokens[index - 1].text) is not None


def _ends_type(tokens: list[Token], index: int, closers: str) -> bool:
    """Tell whether a built-in type ends at `index` with which a statement begins, or a cast.

    A cast is looked for where `closers` are missing.  A pointer counts in a cast alone: what a
    declaration then lacks is its name.
    """
    while closers and index > 0 and tokens[index].text == "*":
        index -= 1
    if builtin_type(tokens[index].text) is None:
        return False
    index -= 1
    while index >= 0 and tokens[index].text in KEYWORDS:
        index -= 1
    before = tokens[index].text if index >= 0 else ""
    if not closers:
        return before in _BEFORE_STATEMENTS and before != ")"
    behind = tokens[index - 1].text if index > 0 else ""
    is_cast = behind in OPERATORS or behind in _BEFORE_CASTS
    return closers[0] == ")" and before == "(" and is_cast


def _continues_no_type(tokens: list[Token], index: int, closers: str) -> bool:
    """Tell whether the token at `index` is none that may stand behind the name of a type."""
    token = tokens[index]
    if token.kind != "word" or token.text in KEYWORDS:
        return False
    return bool(closers) or (index + 1 < len(tokens) and tokens[index + 1].text in _BEHIND_OPERANDS)


def _may_declare(tokens: list[Token], index: int) -> bool:
    """Tell whether the word before `index` may be the type of what is declared there."""
    before = tokens[index - 2].text if index > 1 else ";"
    if tokens[index - 1].kind != "word" or tokens[index - 1].text in _COMPLETE:
        return False
    if before in ("(", ","):
        return True
    if before not in _BEFORE_STATEMENTS and before not in KEYWORDS and before != "struct":
        return False
    return index + 1 >= len(tokens) or tokens[index + 1].text in _DECLARES
