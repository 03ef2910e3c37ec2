"""The value of a `#if` expression (C11 6.10.1p4): 64-bit integers, signed or not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.builtins.compiler_queries import QUERIES
from opencl_ls.builtins.spelling import nearest
from opencl_ls.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from opencl_ls.preprocess.lexer import Token

_NUMBER: Final = lazy_pattern(
    r"(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)([uUlL]*)\Z", re.ASCII
)
_SUFFIXES: Final = frozenset({"", "u", "l", "ul", "lu", "ll", "ull", "llu"})
_ESCAPES: Final = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "E": 27}
_UNKNOWABLE: Final = frozenset(("__building_module", "__has_embed", "__has_warning"))
_CHARACTERS: Final = re.compile(r"\\(?:x[0-9a-fA-F]*|[0-7]{1,3}|.)|.", re.ASCII | re.DOTALL)
_UNKNOWN_ESCAPE: Final = re.compile(r"(?<!\\)(?:\\\\)*(\\[^abefnrtvxuUE0-7'\"\\?\n])", re.ASCII)
_ASSIGNS: Final = "'=' assigns, and a condition compares: did you mean '=='?"
_PRECEDENCE: Final = {
    "*": 10,
    "/": 10,
    "%": 10,
    "+": 9,
    "-": 9,
    "<<": 8,
    ">>": 8,
    "<": 7,
    ">": 7,
    "<=": 7,
    ">=": 7,
    "==": 6,
    "!=": 6,
    "&": 5,
    "^": 4,
    "|": 3,
    "&&": 2,
    "||": 1,
    "?": 0,
    ",": -1,
}
_DEEPEST: Final = 80
"""The limit of the nesting of an expression, in calls of `binary`."""
_BITS: Final = 1 << 64
_SIGN: Final = 1 << 63

Value = tuple[int, bool]
"""A number and whether it is unsigned."""


class ExpressionError(Exception):
    """A mistake in an expression, and its token; the preprocessor makes a finding of it.

    `instead` is a replacement of the token, "" for no guess.  `undefined` is an undefined macro
    whose definition may remove the mistake, "" for none.
    """

    def __init__(
        self,
        token: Token | None,
        message: str,
        name: str = "expression",
        instead: str = "",
        undefined: str = "",
    ) -> None:
        super().__init__(message)
        self.instead = instead
        self.undefined = undefined
        self.token = token
        self.message = message
        self.name = name


class _Parser(Struct):
    tokens: list[Token]
    index: int = 0
    depth: int = 0
    undefined: str = ""
    """The last name that counted as 0, "" for none since a right operand began."""
    odd: list[tuple[Token, str]] = []
    """The tokens that compilers accept with a warning, such as too large numbers, with messages."""

    def peek(self) -> str:
        return self.tokens[self.index].text if self.index < len(self.tokens) else ""

    def take(self) -> Token | None:
        if self.index >= len(self.tokens):
            return None
        self.index += 1
        return self.tokens[self.index - 1]

    def binary(self, least: int, live: bool) -> Value:
        self.depth += 1
        if self.depth > _DEEPEST:
            message = "this expression is nested too deeply: split it with a macro or '#elif'"
            raise ExpressionError(self.take(), message)
        left = self.unary(live)
        while True:
            operator = self.peek()
            precedence = _PRECEDENCE.get(operator)
            if precedence is None or precedence < least:
                break
            token = self.take()
            assert token is not None
            if operator == "?":
                left = self.conditional(left, token, live)
                continue
            evaluated = live
            if operator == "&&":
                evaluated = live and left[0] != 0
            elif operator == "||":
                evaluated = live and left[0] == 0
            before, self.undefined = self.undefined, ""
            right = self.binary(precedence + 1, evaluated)
            if operator == "&&":
                left = (int(left[0] != 0 and right[0] != 0), False)
            elif operator == "||":
                left = (int(left[0] != 0 or right[0] != 0), False)
            elif operator == ",":
                left = right
            else:
                if operator in ("/", "%") and live and right[0] == 0:
                    message = f"division by zero: the right side of '{operator}' is 0"
                    raise ExpressionError(
                        token, message, "division-by-zero", undefined=self.undefined
                    )
                if live:
                    self.note_signs(token, left, right)
                left = _compute(operator, left, right)
            self.undefined = self.undefined or before
        self.depth -= 1
        return left

    def conditional(self, condition: Value, token: Token, live: bool) -> Value:
        chosen = condition[0] != 0
        first = self.binary(-1, live and chosen)
        if self.peek() != ":":
            raise ExpressionError(token, "this '?' lacks its ':'")
        self.take()
        second = self.binary(0, live and not chosen)
        unsigned = first[1] or second[1]
        return _wrap((first if chosen else second)[0], unsigned)

    def unary(self, live: bool) -> Value:
        operators: list[str] = []
        while self.peek() in ("+", "-", "!", "~"):
            operators.append(self.peek())
            self.index += 1
        number, unsigned = self.primary(live)
        for operator in reversed(operators):
            if operator == "-":
                number, unsigned = _wrap(-number, unsigned)
            elif operator == "~":
                number, unsigned = _wrap(~number, unsigned)
            elif operator == "!":
                number, unsigned = int(not number), False
        return number, unsigned

    def primary(self, live: bool) -> Value:
        token = self.take()
        if token is None:
            raise ExpressionError(None, "the expression ends where a value is expected")
        text = token.text
        if text == "(":
            value = self.binary(-1, live)
            if self.peek() == "=":
                raise ExpressionError(self.take(), _ASSIGNS, instead="==")
            if self.peek() != ")":
                raise ExpressionError(token, "this '(' lacks its ')'")
            self.index += 1
            return value
        if token.name:
            if text in QUERIES:
                raise ExpressionError(token, f"'{text}' needs an argument in parentheses")
            if text in _UNKNOWABLE and self.peek() == "(":
                self.skip_parentheses()
            elif self.peek() == "(":
                if nearest(text, ["defined"]):
                    message = f"'{text}' is no operator: did you mean 'defined'?"
                    raise ExpressionError(token, message, instead="defined")
                message = f"'{text}' is not defined as a macro with parameters"
                raise ExpressionError(token, message, undefined=text)
            self.undefined = text
            return 0, False
        if text[0].isdigit() or (text[0] == "." and len(text) > 1 and text[1].isdigit()):
            return self.number(token)
        if text[-1] == "'" and len(text) > 1:
            return self.character(token)
        raise ExpressionError(token, f"'{text}' is not allowed in a '#if' expression")

    def number(self, token: Token) -> Value:
        """Return the value of a number; one that is too large counts as the largest."""
        number, unsigned = _number(token)
        if number >= _BITS:
            message = f"'{token.text[:40]}' does not fit in the 64 bits of a condition"
            self.odd.append((token, message))
            number = _BITS - 1
        return _wrap(number, unsigned or number >= _SIGN)

    def character(self, token: Token) -> Value:
        """Return the value of a character constant."""
        inner = token.text.removeprefix("L")[1:-1]
        unknown = _UNKNOWN_ESCAPE.search(inner)
        if unknown is not None:
            self.odd.append((token, f"'{unknown[1]}' is no escape sequence that C has"))
        if len(_CHARACTERS.findall(inner)) > 1:
            self.odd.append(
                (token, f"{token.text} holds several characters: its value depends on the compiler")
            )
        return _character(token)

    def note_signs(self, operator: Token, left: Value, right: Value) -> None:
        """Note a negative number that counts as a large one, and a shift by a negative one."""
        if operator.text in ("<<", ">>"):
            if right[0] < 0:
                self.odd.append((operator, f"'{operator.text}' by {right[0]} has no value in C"))
            return
        for number, unsigned in (left, right):
            if number < 0 and not unsigned and (left[1] or right[1]):
                large = number % _BITS
                self.odd.append((operator, f"{number} counts as {large} beside an unsigned number"))

    def skip_parentheses(self) -> None:
        depth = 0
        while self.index < len(self.tokens):
            text = self.tokens[self.index].text
            self.index += 1
            if text == "(":
                depth += 1
            elif text == ")":
                depth -= 1
                if depth == 0:
                    return


def evaluate(tokens: list[Token]) -> tuple[int, list[tuple[Token, str]]]:
    """Take the expanded tokens of a condition; return its value and the warnings.

    Raises ExpressionError, which the caller turns into a finding.
    """
    if not tokens:
        raise ExpressionError(None, "the condition is empty: write a value after it")
    parser = _Parser(tokens)
    value = parser.binary(0, True)
    rest = parser.take()
    if rest is not None and rest.text == ",":
        message = "a condition has no ',' outside parentheses: join its parts with '&&' or '||'"
        raise ExpressionError(rest, message)
    if rest is not None and rest.text == "=":
        raise ExpressionError(rest, _ASSIGNS, instead="==")
    if rest is not None:
        raise ExpressionError(rest, f"'{rest.text}' does not continue the '#if' expression")
    return value[0], parser.odd


def _wrap(number: int, unsigned: bool) -> Value:
    number %= _BITS
    if not unsigned and number >= _SIGN:
        number -= _BITS
    return number, unsigned


def _compute(operator: str, left: Value, right: Value) -> Value:
    """Return the result of an operator; a division by zero, which is not evaluated, gives 0."""
    if operator in ("<<", ">>"):
        return _shift(operator, left, right)
    unsigned = left[1] or right[1]
    first = _wrap(left[0], unsigned)[0]
    second = _wrap(right[0], unsigned)[0]
    if operator in ("/", "%"):
        if second == 0:
            return 0, unsigned
        quotient = abs(first) // abs(second)
        if (first < 0) != (second < 0):
            quotient = -quotient
        result = quotient if operator == "/" else first - quotient * second
        return _wrap(result, unsigned)
    if operator in ("==", "!=", "<", ">", "<=", ">="):
        return int(_compare(operator, first, second)), False
    if operator == "*":
        return _wrap(first * second, unsigned)
    if operator == "+":
        return _wrap(first + second, unsigned)
    if operator == "-":
        return _wrap(first - second, unsigned)
    if operator == "&":
        return _wrap(first & second, unsigned)
    if operator == "^":
        return _wrap(first ^ second, unsigned)
    return _wrap(first | second, unsigned)


def _compare(operator: str, first: int, second: int) -> bool:
    if operator == "==":
        return first == second
    if operator == "!=":
        return first != second
    if operator == "<":
        return first < second
    if operator == ">":
        return first > second
    return first <= second if operator == "<=" else first >= second


def _shift(operator: str, left: Value, right: Value) -> Value:
    # C leaves too wide shifts undefined; these are clang's values.
    number, unsigned = left
    amount = right[0] % _BITS
    if operator == "<<":
        return _wrap(number << amount, unsigned) if amount < 64 else (0, unsigned)
    return number >> min(amount % (1 << 32), 63), unsigned


def _number(token: Token) -> Value:
    """Return a number as written, and whether its suffix makes it unsigned."""
    match = _NUMBER.match(token.text)
    if match is None or match.group(2).lower() not in _SUFFIXES:
        kind = "a floating-point number" if "." in token.text else f"'{token.text}'"
        message = f"{kind} is not allowed in a '#if' expression: it takes integers"
        raise ExpressionError(token, message)
    digits = match.group(1).lower()
    if digits.startswith("0x"):
        number = int(digits, 16)
    elif digits.startswith("0b"):
        number = int(digits, 2)
    elif len(digits) > 4000:
        number = _BITS
    elif digits.startswith("0"):
        number = int(digits, 8)
    else:
        number = int(digits)
    return number, "u" in match.group(2).lower()


def _character(token: Token) -> Value:
    text = token.text.removeprefix("L")[1:-1]
    values: list[int] = []
    index = 0
    while index < len(text):
        mark = text[index]
        index += 1
        if mark != "\\":
            values.append(ord(mark))
            continue
        mark = text[index : index + 1]
        index += 1
        if mark == "x":
            digits = re.match("[0-9a-fA-F]*", text[index:])
            assert digits is not None
            index += digits.end()
            values.append(int(digits.group() or "0", 16) & 0xFF)
        elif mark in "01234567" and mark:
            digits = re.match("[0-7]{0,2}", text[index:])
            assert digits is not None
            index += digits.end()
            values.append(int(mark + digits.group(), 8) & 0xFF)
        else:
            values.append(_ESCAPES.get(mark, ord(mark) if mark else 0))
    if not values:
        raise ExpressionError(token, "an empty character constant has no value")
    if len(values) == 1:
        # A character is signed, as `char` is in OpenCL C.
        return (values[0] - 256 if values[0] > 127 else values[0]), False
    number = 0
    for value in values[-4:]:
        number = number << 8 | value
    return (number - (1 << 32) if number >= 1 << 31 else number), False
