"""The brackets that are open at the end of a half-written text, and the text that closes them.

The text is that of an item up to a place.  If a bracket is certainly missing before the place, as
at a `;` inside parentheses, it is inserted; see `Nesting.inserted`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from opencl_ls.preprocess.lexer import TOKENS

if TYPE_CHECKING:
    from collections.abc import Iterator

_LITERAL: Final = 1
_NAME: Final = 2
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}
_CONTROLS: Final = frozenset(("if", "for", "while", "switch"))
_BEFORE_BODY: Final = frozenset((")", ";", "}", ":", "else", "do", "^", "("))
_BEFORE_STATEMENT: Final = frozenset((";", "{", "}", ":", "else", "do"))
_FOR_PARTS: Final = 2
_QUOTES: Final = "\"'"


class Open(Struct):
    """An open bracket at the byte `at` of the text; the outermost one is the file itself.

    `role` of a brace is "body", "struct", "enum" or "list", of a parenthesis "for", "attribute" or
    "".  `before` is the token before it.  `commas` and `semicolons` count those directly inside,
    `questions` the `?` that lack their `:`, and `start` is the byte after the last separator.
    If `designates`, the text since then is a designator so far: `.a[2]` in a list.
    """

    mark: str
    at: int
    role: str = ""
    before: str = ""
    is_do: bool = False
    is_statement: bool = False
    commas: int = 0
    semicolons: int = 0
    questions: int = 0
    is_case: bool = False
    record: str = ""
    start: int = 0
    designates: bool = False


class Nesting(Struct):
    """The end of a text: the open brackets, the last tokens, and the insertions.

    `inside` is "comment" or "literal" if the text ends in one, else "".  `last` and `earlier`
    are the last two tokens, the last one from the byte `last_start` to `last_end`.  `closed` are
    the contents of compound statements that have ended: their declarations are not visible.
    `closed_role` is the role of the brace that was closed last.
    """

    open: list[Open]
    last: str = ""
    earlier: str = ""
    last_start: int = 0
    last_end: int = 0
    last_is_name: bool = False
    last_is_number: bool = False
    inside: str = ""
    inserted: list[tuple[int, str]] = field(default_factory=list)
    closed: list[tuple[int, int]] = field(default_factory=list)
    closed_role: str = ""

    @property
    def top(self) -> Open:
        """The innermost open bracket."""
        return self.open[-1]

    def closing(self) -> str:
        """Return the text that closes all open brackets after an expression."""
        return "".join(_closing(each) for each in reversed(self.open))

    def completed(self, text: str, insertion: str) -> str:
        """Return the text with the inserted brackets, an insertion and the closing brackets.

        Closed statements are blanked: the rest of a long function is parsed quickly.
        """
        for start, end in self.closed:
            text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
        parts, position = [], 0
        for at, what in self.inserted:
            parts += [text[position:at], what]
            position = at
        return "".join((*parts, text[position:], insertion, self.closing()))

    def original(self, offset: int) -> int:
        """Return the offset in the text for an offset in the completed one."""
        for at, what in self.inserted:
            if offset <= at:
                break
            offset = max(at, offset - len(what))
        return offset

    def shifted(self, offset: int) -> int:
        """Return the offset in the completed text for an offset in the text."""
        return offset + sum(len(what) for at, what in self.inserted if at <= offset)


def _closing(bracket: Open) -> str:
    pending = " : 0" * bracket.questions
    if bracket.mark == "(":
        missing = ";" * max(0, _FOR_PARTS - bracket.semicolons) if bracket.role == "for" else ""
        return f"{pending}{missing})"
    if bracket.mark == "[":
        return f"{pending}]"
    if bracket.is_case:
        pending += ":"
    if not bracket.mark or bracket.role in ("body", "struct"):
        pending += ";"
    if not bracket.mark:
        return pending
    return f"{pending}}} while (0)" if bracket.is_do else f"{pending}}}"


@lru_cache(maxsize=4)
def nesting_of(text: str) -> Nesting:
    """Read a text from the start of an item to a place in it; raises on no text.

    One request may ask for the same text several times.  The answer is not changed.
    """
    scan = _Scan()
    for spelling, is_name, is_number, start, end in _tokens(text, scan.state):
        scan.take(spelling, is_name, start)
        state = scan.state
        state.earlier, state.last = state.last, spelling
        state.last_start, state.last_end = start, end
        state.last_is_name, state.last_is_number = is_name, is_number
        if spelling[0] in _QUOTES and end < len(text) and _is_open_literal(spelling):
            scan.take_open_literal(spelling[0], end)
    return scan.state


def _tokens(text: str, state: Nesting) -> Iterator[tuple[str, bool, bool, int, int]]:
    for match in TOKENS.finditer(text):
        group = match.lastindex
        if group is None:
            state.inside = state.inside or _comment_at_end(text, match.start())
            return
        start, end = match.span(group)
        token = text[start:end]
        if group == _LITERAL and end == len(text) and _is_open_literal(token):
            state.inside = "literal"
        number = group == _LITERAL and token[0] not in "\"'L"
        yield token, group == _NAME, number, start, end


def _comment_at_end(text: str, start: int) -> str:
    """Tell whether the blanks and comments from a byte to the end of a text end in a comment."""
    position = start
    while True:
        position = text.find("/", position)
        if position < 0:
            return ""
        closing = "\n" if text.startswith("//", position) else "*/"
        end = text.find(closing, position + 2)
        if end < 0:
            return "comment"
        position = end + len(closing)


def _is_open_literal(token: str) -> bool:
    body = token.removeprefix("L")
    quote = body[0]
    if quote not in "\"'":
        return False
    if len(body) < 2 or body[-1] != quote:
        return True
    slashes = len(body) - 1 - len(body[:-1].rstrip("\\"))
    return slashes % 2 == 1


class _Scan:
    """The walk over the tokens."""

    def __init__(self) -> None:
        self.state = Nesting([Open("", 0)])
        self._closed: Open | None = None

    def take(self, mark: str, is_name: bool, start: int) -> None:
        """Take the next token, which begins at a byte of the text."""
        top = self.state.top
        if top.role == "list":
            self._designate(top, mark, is_name)
        if is_name:
            self._word(top, mark)
        elif mark in ("(", "["):
            self._push(self._bracket(top, mark, start))
        elif mark == "{":
            self._push(self._brace(top, start))
        elif mark in (")", "]"):
            self._close(mark, start)
        elif mark == "}":
            self._close_brace(start)
        elif mark == ";":
            self._semicolon(start)
        elif mark == ",":
            top.commas += 1
            top.questions = 0
            top.start = start + 1
        elif mark == "?":
            top.questions += 1
        elif mark == ":":
            self._colon(top, start)
        elif mark == "=":
            top.record = ""

    def take_open_literal(self, quote: str, end: int) -> None:
        """End a literal that lacks its quote, which has taken the rest of its line.

        The brackets that most lines close at their end were in it too.
        """
        stack = self.state.open
        depth = len(stack)
        while depth > 1 and stack[depth - 1].mark in ("(", "["):
            depth -= 1
        is_body = stack[depth - 1].role in ("body", "")
        self.state.inserted.append((end, quote))
        self._drop(depth, end)
        if is_body:
            self.state.inserted.append((end, ";"))
            self._boundary(stack[-1], end)
            self.state.last, self.state.last_is_name = ";", False

    def _bracket(self, top: Open, mark: str, start: int) -> Open:
        before = self.state.last
        role = "for" if before == "for" else ""
        if before == "__attribute__" or (top.role == "attribute" and before == "("):
            role = "attribute"
        return Open(mark, start, role, before, start=start + 1)

    def _push(self, bracket: Open) -> None:
        self.state.open.append(bracket)

    def _designate(self, top: Open, mark: str, is_name: bool) -> None:
        """Note whether a list continues with a designator, see C11 6.7.9p1."""
        if mark in (".", "["):
            top.designates = top.designates or self.state.last in ("{", ",")
        elif mark != "]" and not (is_name and self.state.last == "."):
            top.designates = False

    def _word(self, top: Open, word: str) -> None:
        if word in ("struct", "union", "enum"):
            top.record = "enum" if word == "enum" else "struct"
        elif word == "case":
            top.is_case = True

    def _brace(self, top: Open, start: int) -> Open:
        last, closed = self.state.last, self._closed
        is_do = last == "do"
        if top.record and (self.state.last_is_name or closed_attribute(last, closed)):
            role, top.record = top.record, ""
        elif last == ")" and closed is not None:
            is_head = closed.before not in ("", "=", ",", "(", "return") and (
                closed.before[-1:].isalnum() or closed.before[-1:] in "_^$)]"
            )
            role = "body" if is_head or not top.mark else "list"
        elif last in _BEFORE_BODY or not last:
            role = "body"
        elif last == "{":
            role = "list" if top.role in ("list", "enum") else "body"
        elif self.state.last_is_name:
            role = "list" if last == "return" or top.role == "list" else "body"
        else:
            role = "list"
        heads = closed is not None and last == ")" and is_control(closed.before)
        is_statement = role == "body" and bool(top.mark) and (heads or last in _BEFORE_STATEMENT)
        return Open("{", start, role, last, is_do, is_statement=is_statement, start=start + 1)

    def _close(self, mark: str, start: int) -> None:
        opening = "(" if mark == ")" else "["
        stack = self.state.open
        depth = len(stack) - 1
        while depth > 0 and stack[depth].mark not in ("{", opening):
            depth -= 1
        if stack[depth].mark != opening:
            return
        self._drop(depth + 1, start)
        self._closed = stack.pop()

    def _drop(self, depth: int, start: int, suffix: str = "") -> None:
        """Close the brackets from a depth on, which lack their ends before a byte of the text."""
        missing = [_CLOSING[each.mark] for each in self.state.open[depth:]]
        if missing:
            del self.state.open[depth:]
            self.state.inserted.append((start, "".join(reversed(missing)) + suffix))

    def _close_brace(self, start: int) -> None:
        stack = self.state.open
        depth = next((at for at in range(len(stack) - 1, 0, -1) if stack[at].mark == "{"), 0)
        if depth:
            role = stack[depth].role
            self._drop(depth + 1, start, ";" if role in ("body", "struct") else "")
            closed = stack.pop()
            self._closed = closed
            self.state.closed_role = closed.role
            top = stack[-1]
            if closed.role == "body":
                self._boundary(top, start + 1)
                if closed.is_statement:
                    self._forget(closed.at + 1, start)

    def _forget(self, start: int, end: int) -> None:
        """Note that the statement between two bytes has ended."""
        state = self.state
        while state.closed and state.closed[-1][0] >= start:
            state.closed.pop()
        while state.inserted and state.inserted[-1][0] >= start:
            state.inserted.pop()
        state.closed.append((start, end))

    def _boundary(self, top: Open, start: int) -> None:
        top.questions, top.is_case, top.record, top.start = 0, False, "", start

    def _semicolon(self, start: int) -> None:
        stack = self.state.open
        depth = len(stack)
        while depth > 1 and stack[depth - 1].mark in ("(", "["):
            inner = stack[depth - 1]
            if inner.role == "for" and inner.semicolons < _FOR_PARTS:
                break
            depth -= 1
        self._drop(depth, start)
        top = stack[-1]
        top.semicolons += 1
        top.commas = 0
        self._boundary(top, start + 1)

    def _colon(self, top: Open, start: int) -> None:
        if top.questions:
            top.questions -= 1
        else:
            self._boundary(top, start + 1)


def closed_attribute(last: str, closed: Open | None) -> bool:
    """Tell whether the last token ends an `__attribute__`, or is the word of a struct."""
    return last in ("struct", "union", "enum") or (
        last == ")" and closed is not None and closed.role == "attribute"
    )


def is_control(word: str) -> bool:
    """Tell whether a word with parentheses after it is a statement and no call."""
    return word in _CONTROLS
