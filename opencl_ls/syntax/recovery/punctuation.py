"""Fix-ups for punctuation: missing marks and wrong marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.types import builtin_type
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.recovery.fixups import Fixup
from opencl_ls.syntax.recovery.in_place import inserted, overwritten
from opencl_ls.syntax.tokens import (
    HEADS,
    KEYWORDS,
    PLACEHOLDER,
    RESERVED,
    TAGS,
    closer_of,
    token_index,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.syntax.recovery.brackets import Brackets
    from opencl_ls.syntax.tokens import Token

OPERATORS: Final = frozenset("=+-*/%<>&|!?.")

_BOUNDARIES: Final = frozenset(";{}")
_CLOSERS: Final = frozenset(")];}")
_PARTNERS: Final = {"(": ")", "[": "]"}
_BRACKETS: Final = _BOUNDARIES.union(*_PARTNERS.items())
_COMPARING: Final = ("||", "&&", "==", "!=", "<", ">", "|", "^", "%", "?")
_BEFORE_BODIES: Final = frozenset((")", "else", "do", ";", "{", "}", ":"))
_LIST: Final = "list"
_PARAMETERS: Final = "parameters"
_FOR: Final = "for"
_STATEMENTS: Final = "statements"
_FURTHEST: Final = 400
"""The most tokens that are read for the bracket around a token."""

_NEAR: Final = 6
"""The number of tokens around an unparsed range, and after `case`, that are read."""

_SPAN: Final = 60
"""The most tokens of a statement that are read."""


def local_marks(text: str, tokens: list[Token], start: int, end: int) -> Iterator[Fixup]:
    """Propose marks in and around the range from `start` to `end` that cannot be parsed."""
    first = max(1, token_index(tokens, start) - _NEAR)
    last = min(len(tokens), token_index(tokens, end) + _NEAR, first + _SPAN)
    for index in range(first, last):
        before, token = tokens[index - 1], tokens[index]
        if before.text in ("case", "default"):
            yield from _colon(text, tokens, index - 1)
        if token.text in _CLOSERS and before.text in OPERATORS | {","}:
            yield from _lacking_operand(text, tokens, index - 1)
        elif _ends_value(before) and token.kind != "other":
            yield from _missing_mark(text, tokens, index)
        elif token.fresh and before.text in (",", ":") and _ends_value(tokens[index - 2]):
            if _around(tokens, index - 1) is _STATEMENTS and not _chooses(tokens, index):
                yield _wrong_mark(text, before, ";")


def wrong_closers(text: str, tokens: list[Token]) -> Iterator[Fixup]:
    """Propose the right closing bracket in place of a wrong one."""
    stack: list[str] = []
    for token in [each for each in tokens if each.text in _BRACKETS]:
        mark = token.text
        if mark in _PARTNERS:
            stack.append(mark)
        elif mark in (")", "]") and stack:
            wanted = _PARTNERS[stack.pop()]
            if mark != wanted:
                yield _wrong_mark(text, token, wanted)
                return
        else:
            stack.clear()


def missing_openings(text: str, tokens: list[Token], brackets: Brackets) -> Iterator[Fixup]:
    """Propose a `(` after the keyword of a head, or for an unmatched `)`."""
    for index, token in enumerate(tokens[:-1]):
        if token.text in HEADS:
            yield from _opening_of_head(text, tokens, index)
    for stray in brackets.stray[:2]:
        if stray.text == ")":
            yield from _opening_before(text, tokens, token_index(tokens, stray.start))


def _opening_of_head(text: str, tokens: list[Token], index: int) -> Iterator[Fixup]:
    """Propose the `(` after the keyword at `index`, and its `)` if that is missing as well."""
    token, after = tokens[index], tokens[index + 1]
    if after.text == "(":
        closer = closer_of(tokens, index + 1, _SPAN)
        if closer is None or closer + 1 >= len(tokens):
            return
        # As in `if (a) || (b) {`.
        if not text.startswith(_COMPARING, tokens[closer + 1].start):
            return
    elif after.fresh or after.text in _BOUNDARIES:
        return
    depth, place = 0, index + 1
    for place in range(index + 1, min(len(tokens), index + _SPAN)):
        mark = tokens[place].text
        depth += (mark == "(") - (mark == ")")
        if depth < 0:
            break
        if mark in ("{", "}") or tokens[place].fresh or (mark == ";" and token.text != "for"):
            break
    start, end = tokens[index].end, tokens[place - 1].end
    whole = (start, end)
    if depth < 0:
        edited = inserted(text, start, "(")
        if edited is not None:
            yield Fixup(SyntaxProblemKind.PARENTHESIS, ((start, start),), "(", edited, whole)
        return
    closed = inserted(text, end, ")")
    both = None if closed is None else inserted(closed, start, "(")
    if both is not None:
        yield Fixup(SyntaxProblemKind.PARENTHESIS, ((start, start), (end, end)), "()", both, whole)


def _opening_before(text: str, tokens: list[Token], stray: int) -> Iterator[Fixup]:
    """Propose the `(` of the `)` at `stray`, after a name in the same statement."""
    for index in range(stray - 1, max(0, stray - _SPAN), -1):
        left, right = tokens[index - 1], tokens[index]
        if left.text in _BOUNDARIES or right.text in _BOUNDARIES:
            return
        if left.kind != "word" or right.kind == "other" or left.end == right.start:
            continue
        if left.text in KEYWORDS or left.text in RESERVED or builtin_type(left.text) is not None:
            continue
        edited = inserted(text, left.end, "(")
        if edited is not None:
            whole = (left.start, tokens[stray].end)
            yield Fixup(SyntaxProblemKind.PARENTHESIS, ((left.end, left.end),), "(", edited, whole)


def _lacking_operand(text: str, tokens: list[Token], index: int) -> Iterator[Fixup]:
    """Propose a value after the operator that ends at `index`."""
    last = tokens[index]
    start = operator_start(tokens, index)
    if text[start : last.end] in ("++", "--"):
        return
    if last.text == ",":
        around = _around(tokens, index - 1)
        if around not in (_LIST, _PARAMETERS) or tokens[index + 1].text != ")":
            return
        if around is _PARAMETERS:
            yield Fixup(
                SyntaxProblemKind.WRONG_MARK,
                ((start, last.end),),
                "",
                overwritten(text, start, last.end),
            )
            return
    edited = inserted(text, last.end, PLACEHOLDER)
    if edited is not None:
        yield Fixup(
            SyntaxProblemKind.OPERAND,
            ((start, last.end),),
            "",
            edited,
            (start, tokens[index + 1].end),
        )


def _colon(text: str, tokens: list[Token], index: int) -> Iterator[Fixup]:
    """Propose the colon of the `case` or the `default` at `index`.

    It may be missing at the end of the line, or after the first token of the value.
    """
    nearest = index + (tokens[index].text == "case")
    ends = [nearest]
    for place in range(index + 1, min(len(tokens), index + _NEAR)):
        if tokens[place].text == ":":
            return
        if tokens[place].fresh:
            ends.insert(0, max(nearest, place - 1))
            break
    for last in ends:
        end = tokens[last].end
        edited = inserted(text, end, ":")
        if edited is not None:
            yield Fixup(
                SyntaxProblemKind.MISSING_MARK,
                ((end, end),),
                ":",
                edited,
                (tokens[index].start, end),
            )


def _missing_mark(text: str, tokens: list[Token], index: int) -> Iterator[Fixup]:
    """Propose a comma before `index`, in the head of a `for` a semicolon."""
    left, right = tokens[index - 1], tokens[index]
    around = _around(tokens, index - 1)
    if around not in (_LIST, _PARAMETERS, _FOR):
        return
    before = tokens[index - 2]
    if _is_type_word(right):
        # It begins a parameter, and the one before it has a type as well.
        is_one = before.text in ("(", ",")
    else:
        # Three adjacent words may be anything, and `[]` belongs to a type.
        is_one = around is _PARAMETERS or right.fresh or before.text + left.text == "[]"
        is_one = is_one or (left.kind == "word" and _ends_value(before))
        is_one = is_one or (index + 1 < len(tokens) and tokens[index + 1].kind != "other")
    if is_one:
        return
    mark = ";" if around is _FOR else ","
    edited = inserted(text, left.end, mark)
    if edited is not None:
        yield Fixup(
            SyntaxProblemKind.MISSING_MARK,
            ((left.end, left.end),),
            mark,
            edited,
            (left.start, right.end),
        )


def _is_type_word(token: Token) -> bool:
    word = token.text
    return word in KEYWORDS or word in TAGS or builtin_type(word) is not None


def _wrong_mark(text: str, token: Token, mark: str) -> Fixup:
    edited = overwritten(text, token.start, token.end, mark)
    return Fixup(SyntaxProblemKind.WRONG_MARK, ((token.start, token.end),), mark, edited)


def _chooses(tokens: list[Token], index: int) -> bool:
    """Tell whether a `?` or a `case` precedes `index` in the same statement."""
    for place in range(index - 2, max(0, index - _SPAN), -1):
        if tokens[place].text in _BOUNDARIES:
            return False
        if tokens[place].text in ("?", "case"):
            return True
    return False


def _ends_value(token: Token) -> bool:
    if token.kind == "other":
        return token.text in (")", "]")
    is_word = token.kind == "word"
    return not is_word or (token.text not in RESERVED and builtin_type(token.text) is None)


def _around(tokens: list[Token], index: int) -> str:
    """Return the kind of list in the innermost bracket that is open after the token at `index`.

    It is a list of values, of parameters, the head of a `for`, or statements; "" if none of these.
    """
    depth = semicolons = 0
    for place in range(index, max(-1, index - _FURTHEST), -1):
        mark = tokens[place].text
        depth += (mark in ")]}") - (mark in "([{")
        semicolons += mark == ";" and not depth
        if depth < 0:
            before = tokens[place - 1].text if place else ";"
            if mark == "(":
                declares = place > 1 and tokens[place - 1].kind == tokens[place - 2].kind == "word"
                if declares and tokens[place - 2].text not in RESERVED - KEYWORDS:
                    return _PARAMETERS
                return _FOR if before == "for" else "" if semicolons else _LIST
            if mark == "[" or before in TAGS:
                return _LIST if before == "enum" else ""
            if place > 1 and tokens[place - 2].text in TAGS:
                return _LIST if tokens[place - 2].text == "enum" else ""
            if before in ("=", "(", ",") or (before == "{" and not semicolons):
                return _LIST
            return _STATEMENTS if before in _BEFORE_BODIES else ""
    return ""


def operator_start(tokens: list[Token], index: int) -> int:
    """Return where the operator begins that ends with the token at `index`."""
    while tokens[index].text in OPERATORS and tokens[index - 1].text in OPERATORS:
        if tokens[index - 1].end != tokens[index].start:
            break
        index -= 1
    return tokens[index].start
