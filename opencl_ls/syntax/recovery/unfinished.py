"""Unfinished statements: a line ends before its statement does, and another statement follows.

While a user types, a line lacks its semicolon, or the operand after an operator, and a parser takes
the next statement for a part of it.  If the next line can only begin a statement, the line before
it is unfinished.  The missing tokens are put into the blanks between the two, so that all offsets
in the item stay valid.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from opencl_ls.builtins.types import builtin_type
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.records import SyntaxProblem
from opencl_ls.syntax.recovery.in_place import blanked
from opencl_ls.syntax.recovery.punctuation import OPERATORS, operator_start
from opencl_ls.syntax.tokens import (
    CLOSING,
    HEADS,
    KEYWORDS,
    PLACEHOLDER,
    RESERVED,
    STATEMENT_WORDS,
    LineTokens,
    Token,
    token_lines,
    tokens_of_line,
)
from opencl_ls.text import remembered

_STATEMENTS: Final = STATEMENT_WORDS - {"case"}
_BEFORE_NAMES: Final = frozenset("sizeof _Alignof __alignof__ __extension__".split())
_COMPLETE: Final = frozenset("return break continue".split())
_HEADS: Final = frozenset((*HEADS, "__attribute__", "_Pragma", "__pragma"))
_CLOSERS: Final = frozenset(")]}")
_NEAR: Final = 6
"""The most tokens at the end of a line that are read."""

_DEEPEST: Final = 200
"""The most open brackets; texts with more are artificial."""

_BEFORE_STATEMENTS: Final = frozenset((")", "else", "do", "{", ";", "}", ":", "^"))
_BOUNDARIES: Final = frozenset("{};:")
_LITERAL: Final = re.compile(r"""(["'])(?:\\.|[^\\])*?\1""", re.S)
_DECLARES: Final = frozenset("=;,[(")
_BEFORE_CASTS: Final = frozenset(("return", "case", "(", ",", "["))
_AFTER_OPERANDS: Final = frozenset(".+-*/%&|^<>?")
"""The tokens that follow a name in an expression, and never a name that is declared."""


class _Open(NamedTuple):
    """An open bracket: its text, and whether it encloses statements, or the head of a statement."""

    mark: str
    statements: bool
    head: bool


class _Line(NamedTuple):
    """The brackets of a line that have no partner in it.

    `opened` are brackets with the token before each, "" at the start of the line.  `after_head`
    tells whether the line ends with the head of a statement; None if its last bracket was opened in
    another line.
    """

    closed: str
    opened: tuple[tuple[str, str], ...]
    after_head: bool | None


class _Missing(NamedTuple):
    """A syntax error at the end of a line, and the tokens to put after it."""

    problem: SyntaxProblem
    put: str


def finished(text: str) -> tuple[str, tuple[SyntaxProblem, ...]] | None:
    """Return the text of an item with its unfinished lines completed, and the errors in them.

    The text keeps its length.  None if no line is unfinished, or if the brackets are unbalanced.
    """
    if "\\\n" in text:
        return None
    found: list[tuple[_Missing, int]] = []
    stack: list[_Open] = []
    # The lines so far that hold tokens.  `last` is their last token, and may end a head.
    above: list[tuple[LineTokens, int]] = []
    last, after_head = "", False
    for start, line, in_comment, words in token_lines(text):
        if stack and not after_head and last not in _BOUNDARIES:
            near = _nearest(above)
            missing = _missing([*near, *_tokens(words[:2], start)], len(near), stack)
            if missing is not None:
                found.append((missing, start + words[0][2]))
                while not stack[-1].statements:
                    stack.pop()
        change = _line(line, in_comment)
        head = False
        for mark in change.closed:
            if not stack or CLOSING[stack[-1].mark] != mark:
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
    """Return the brackets of a line that have no partner in it; it may begin in a comment."""
    closed, opened = "", list[tuple[str, str]]()
    before = ""
    after_head: bool | None = False
    for _, mark, _, _ in tokens_of_line(line, in_comment)[0]:
        after_head = False
        if mark in CLOSING:
            opened.append((mark, before))
        elif mark in _CLOSERS:
            if opened and CLOSING[opened[-1][0]] == mark:
                opener, word = opened.pop()
                after_head = opener == "(" and word in _HEADS
            else:
                closed += mark
                after_head = None
        before = mark
    return _Line(closed, tuple(opened), after_head)


def _nearest(above: list[tuple[LineTokens, int]]) -> list[Token]:
    """Return the last tokens of some lines, each given with its offset."""
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


def _with(
    text: str, found: list[tuple[_Missing, int]]
) -> tuple[str, tuple[SyntaxProblem, ...]] | None:
    """Put the missing tokens into the blanks of a text; with each comes the end of its blanks."""
    parts: list[str] = []
    position = 0
    for (problem, put), end in found:
        start, before = problem.end, problem.start - 1
        gap = blanked(text[start:end])
        if len(gap) >= len(put):
            parts += (text[position:start], put, gap[len(put) :])
        elif len(gap) + 1 == len(put) and start > problem.start and text[before].isspace():
            # The operator moves into the blank before it.
            parts += (text[position:before], text[problem.start : start], put)
        else:
            return None
        position = end
    return "".join((*parts, text[position:])), tuple(missing.problem for missing, _ in found)


def _missing(tokens: list[Token], index: int, stack: list[_Open]) -> _Missing | None:
    """Return the tokens that the line before `index` lacks; None if it may be complete.

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
    closers = "".join(CLOSING[each.mark] for each in reversed(inner))
    if begins and _ends_cast(tokens, index - 1):
        return _operand(last.start, last.end, f"{PLACEHOLDER}{closers};")
    if begins and last.text == "case" and not closers:
        return _operand(last.start, last.end, " 0:")
    if _ends_type(tokens, index - 1, closers):
        if not begins and not _is_no_declarator(tokens, index, closers):
            return None
        return _closers(last.end, closers, f"){PLACEHOLDER}{closers[1:]};")
    if _ends_operand(tokens, index - 1):
        if not begins and (token.kind != "word" or _may_declare(tokens, index)):
            return None
        is_open = last.kind == "text" and _LITERAL.fullmatch(last.text) is None
        return _quote(last, closers) if is_open else _closers(last.end, closers, f"{closers};")
    return _after_operator(tokens, index, closers) if begins else None


def _operand(start: int, end: int, put: str) -> _Missing:
    return _Missing(SyntaxProblem(start, end, SyntaxProblemKind.OPERAND, ""), put)


def _closers(end: int, closers: str, put: str) -> _Missing:
    """Return the closing brackets and the semicolon that are missing at the byte `end`."""
    if closers:
        return _Missing(SyntaxProblem(end, end, SyntaxProblemKind.PARENTHESIS, closers), put)
    return _Missing(SyntaxProblem(end, end, SyntaxProblemKind.SEMICOLON, ";"), ";")


def _quote(literal: Token, closers: str) -> _Missing:
    """Return the end of a literal that is not closed.  It reaches to the end of its line."""
    quote, end = literal.text[0], literal.start + len(literal.text.rstrip())
    problem = SyntaxProblem(literal.start, end, SyntaxProblemKind.LITERAL, quote)
    return _Missing(problem, f"{quote}{closers};")


def _after_operator(tokens: list[Token], index: int, closers: str) -> _Missing | None:
    """Return the operand that is missing before `index`, where another statement begins."""
    token, last = tokens[index], tokens[index - 1]
    if last.text not in OPERATORS and not (closers and last.text in ("(", ",", "[")):
        return None
    if last.text == "*" and token.text in KEYWORDS:
        return None  # The qualifiers of a pointer may be on the next line.
    return _operand(operator_start(tokens, index - 1), last.end, f"{PLACEHOLDER}{closers};")


def _begins_declaration(tokens: list[Token], index: int) -> bool:
    """Tell whether a declaration begins at `index`: a word, then another word or a `*`.

    Before a `*` only a keyword or a built-in type counts: `a * b` may be a product.
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
    """Tell whether the token at `index` closes a cast to a built-in type after an operator."""
    if index < 3 or tokens[index].text != ")" or tokens[index - 2].text != "(":
        return False
    before = tokens[index - 3].text
    is_operand = before in OPERATORS or before in ("return", "(", ",")
    return is_operand and builtin_type(tokens[index - 1].text) is not None


def _ends_type(tokens: list[Token], index: int, closers: str) -> bool:
    """Tell whether a built-in type that begins a statement, or a cast, ends at `index`.

    It can be that of a cast only if `closers` are missing.  A pointer counts only in a cast,
    since a declaration would then lack its name.
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
    outer = tokens[index - 1].text if index > 0 else ""
    is_cast = outer in OPERATORS or outer in _BEFORE_CASTS
    return closers[0] == ")" and before == "(" and is_cast


def _is_no_declarator(tokens: list[Token], index: int, closers: str) -> bool:
    """Tell whether the token at `index` cannot follow the name of a type."""
    token = tokens[index]
    if token.kind != "word" or token.text in KEYWORDS:
        return False
    return bool(closers) or (index + 1 < len(tokens) and tokens[index + 1].text in _AFTER_OPERANDS)


def _may_declare(tokens: list[Token], index: int) -> bool:
    """Tell whether the word before `index` may be the type of a declared name there."""
    before = tokens[index - 2].text if index > 1 else ";"
    if tokens[index - 1].kind != "word" or tokens[index - 1].text in _COMPLETE:
        return False
    if before in ("(", ","):
        return True
    if before not in _BEFORE_STATEMENTS and before not in KEYWORDS and before != "struct":
        return False
    return index + 1 >= len(tokens) or tokens[index + 1].text in _DECLARES
