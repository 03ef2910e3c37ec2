"""Integer constant expressions (C11 6.6), as far as sizes and enumerators need them."""

from __future__ import annotations

import re
from math import isfinite
from typing import TYPE_CHECKING, Final

from opencl_ls.semantics.types import (
    UNKNOWN_QUALIFIED,
    ArrayType,
    AtomicType,
    EnumeratedType,
    PointerType,
    Qualified,
    ScalarType,
    Type,
    UnknownType,
    VectorType,
)
from opencl_ls.semantics.types.conversions import arithmetic_type, common_scalar
from opencl_ls.syntax import records as r
from opencl_ls.text import remembered

if TYPE_CHECKING:
    from collections.abc import Callable

_SUFFIX: Final = re.compile(r"[uUlL]*$")
_FLOAT_SUFFIXES: Final = "fFhHlL"
_ESCAPES: Final = {"n": 10, "t": 9, "r": 13, "0": 0, "\\": 92, "'": 39, '"': 34, "a": 7, "b": 8}
_ESCAPES_MORE: Final = {"f": 12, "v": 11, "?": 63, "e": 27}
_MASK: Final = (1 << 64) - 1
_CHARACTERS: Final = 0xFF
_LARGEST_INT: Final = (1 << 31) - 1
_WIDEST: Final = 128
"""Larger numbers, in bits, are not computed with; no type has half as many bits."""


class Folder:
    """Computes integer constants.

    `name_value` gives the value of a name that is a constant (an enumerator or a macro that is
    built in), else None; `type_of` gives the type of a type name, for `sizeof`, and `value_type`
    that of an expression, where types of expressions are known.
    """

    def __init__(
        self,
        name_value: Callable[[r.Name], int | None],
        type_of: Callable[[r.TypeName], Qualified],
        value_type: Callable[[r.Expression], Qualified] = lambda _: UNKNOWN_QUALIFIED,
    ) -> None:
        self._name_value = name_value
        self._type_of = type_of
        self._value_type = value_type

    def integer(self, expression: r.Expression | None) -> int | None:
        """Return the value of an integer constant expression, or None where it is not known."""
        if type(expression) is r.IntegerLiteral:
            return integer_value(expression.text)
        if type(expression) is r.Name:
            return self._name_value(expression)
        if type(expression) is r.Binary:
            return self._binary(expression)
        if type(expression) is r.Parenthesized:
            return self.integer(expression.inner)
        if type(expression) is r.CharacterLiteral:
            return _character_value(expression.text)
        if type(expression) is r.Unary:
            return _unary(expression.operator, self.integer(expression.operand))
        if type(expression) is r.Conditional:
            return self._conditional(expression)
        if type(expression) is r.Cast:
            return self._cast(expression)
        if type(expression) is r.TypeQuery:
            return self._size(expression)
        return None

    def _binary(self, expression: r.Binary) -> int | None:
        spine: list[r.Binary] = []
        leftmost: r.Expression = expression
        while type(leftmost) is r.Binary:
            spine.append(leftmost)
            leftmost = leftmost.left
        value = self.integer(leftmost)
        for step in reversed(spine):
            operator = step.operator.text
            if value is None and operator == "/":
                value = self._number_of_elements(step)
                if value is not None:
                    continue
            if value is not None and operator in ("&&", "||") and bool(value) == (operator == "||"):
                value = int(bool(value))
                continue
            right = self.integer(step.right)
            if value is None or right is None:
                return None
            value = self.operate(step, value, right)
        return value

    def operate(self, step: r.Binary, left: int, right: int) -> int | None:
        """Return the result of an operation on two numbers, or None if it is unknown."""
        return _operate(step.operator.text, left, right)

    def _conditional(self, expression: r.Conditional) -> int | None:
        condition = self.integer(expression.condition)
        if condition is None:
            return None
        if not condition:
            return self.integer(expression.otherwise)
        return condition if expression.chosen is None else self.integer(expression.chosen)

    def _cast(self, expression: r.Cast) -> int | None:
        kind = self._type_of(expression.type).type
        if not isinstance(kind, ScalarType) or kind.floating:
            return None
        value = self.integer(expression.operand)
        if value is None:
            value = _whole_part(expression.operand, kind)
        if value is None:
            return None
        return wrapped(value, kind)

    def _measured(self, query: r.TypeQuery) -> Type | None:
        if type(query.operand) is r.TypeName:
            return None if _is_open(query.operand) else self._type_of(query.operand).type
        return self._value_type(query.operand).type

    def _number_of_elements(self, division: r.Binary) -> int | None:
        """Return the value of `sizeof(a) / sizeof(a[0])` if it needs no known size."""
        kinds: list[Type | None] = []
        for side in (division.left, division.right):
            query = side
            while type(query) is r.Parenthesized:
                query = query.inner
            if type(query) is not r.TypeQuery or query.keyword != "sizeof":
                return None
            kinds.append(self._measured(query))
        whole, part = kinds
        if part is None or isinstance(part, UnknownType):
            return None
        number = 1
        while isinstance(whole, ArrayType) and whole != part:
            if whole.size is None:
                return None
            number *= whole.size
            whole = whole.element.type
        return number if whole == part else None

    def _size(self, expression: r.TypeQuery) -> int | None:
        kind = self._measured(expression)
        if kind is None:
            return None
        if expression.keyword == "vec_step":
            if isinstance(kind, VectorType):
                return 4 if kind.width == 3 else kind.width
            return 1 if isinstance(kind, ScalarType) else None
        return size_of(kind) if expression.keyword == "sizeof" else None


class NaturalFolder(Folder):
    """Computes only with numbers from 0 to the largest `int`, for which every type is right.

    Whether `sizeof(int) - 5 > 0` holds is a matter of types that a `Folder` does not keep: here it
    is not known.
    """

    def integer(self, expression: r.Expression | None) -> int | None:
        """Return the value of an integer constant expression, or None where it is not known."""
        value = super().integer(expression)
        return value if value is not None and 0 <= value <= _LARGEST_INT else None

    def operate(self, step: r.Binary, left: int, right: int) -> int | None:
        """Return the result of an operation on two numbers, or None if it is unknown."""
        value = super().operate(step, left, right)
        return value if value is not None and 0 <= value <= _LARGEST_INT else None


class TypedFolder(Folder):
    """Computes each step in its type, as a device does.

    `value_type` gives the type of every expression.  A value is unknown if it is undefined, or if
    it depends on the size of `size_t` or of a pointer.
    """

    def integer(self, expression: r.Expression | None) -> int | None:
        """Return the value of an integer constant expression, or None where it is not known."""
        value = super().integer(expression)
        if value is None or expression is None:
            return None
        found = held(value, self._value_type(expression))
        return None if type(expression) is r.IntegerLiteral and found != value else found

    def operate(self, step: r.Binary, left: int, right: int) -> int | None:
        """Return the result of an operation on two numbers, or None if it is unknown."""
        operator, result = step.operator.text, self._value_type(step)
        kind = arithmetic_type(result.type)
        if operator in ("<<", ">>"):
            if kind is None or right >= kind.bits:
                return None
        elif operator not in (",", "&&", "||"):
            one = arithmetic_type(self._value_type(step.left).type)
            other = arithmetic_type(self._value_type(step.right).type)
            if one is None or other is None:
                return None
            kind = common_scalar(one, other)
            left, right = wrapped(left, kind), wrapped(right, kind)
        value = super().operate(step, left, right)
        if value is None:
            return None
        found = held(value, result)
        overflows = kind is not None and kind.signed and operator != "<<" and found != value
        return None if overflows else found

    def _measured(self, query: r.TypeQuery) -> Type | None:
        asked = query.operand
        if type(asked) is r.TypeName and _is_open(asked):
            return None
        found = self._type_of(asked) if type(asked) is r.TypeName else self._value_type(asked)
        is_same = not found.device_sized and not isinstance(found.type, PointerType)
        return found.type if is_same else None


def _is_open(name: r.TypeName) -> bool:
    """Tell whether this is `long long`, which is reserved for 128 bits and often has 64."""
    written = name.specifiers.type
    return type(written) is r.BasicType and written.words.count("long") > 1


@remembered
def integer_value(text: str) -> int | None:
    """Return the value of an integer literal as written, or None for a malformed one."""
    digits = _SUFFIX.sub("", text).lower()
    try:
        if digits.startswith(("0x", "0b")):
            return int(digits, 0)
        return int(digits, 8) if len(digits) > 1 and digits.startswith("0") else int(digits)
    except ValueError:
        return None


def float_value(text: str) -> float | None:
    """Return the value of a floating literal as written, or None for a malformed one."""
    digits = text.rstrip(_FLOAT_SUFFIXES)
    if "_" in digits:
        return None
    try:
        number = float.fromhex(digits) if digits[:2] in ("0x", "0X") else float(digits)
    except (ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def _whole_part(expression: r.Expression, kind: ScalarType) -> int | None:
    """Return a floating literal converted to an integer type, None if that is undefined."""
    while type(expression) is r.Parenthesized:
        expression = expression.inner
    number = float_value(expression.text) if type(expression) is r.FloatLiteral else None
    if number is None or kind.name == "bool":
        return None if number is None else int(number != 0)
    value = int(number)
    return value if wrapped(value, kind) == value else None


def held(value: int, qualified: Qualified) -> int | None:
    """Return `value` converted to an integer type; None if the result is not certain."""
    kind = arithmetic_type(qualified.type)
    if kind is None or kind.floating:
        return None
    if qualified.device_sized and not 0 <= value <= _LARGEST_INT:
        return None
    return wrapped(value, kind)


def wrapped(value: int, kind: ScalarType) -> int:
    """Return `value` converted to the integer type `kind`."""
    if kind.name == "bool":
        return int(value != 0)
    value &= (1 << kind.bits) - 1
    if kind.signed and value >> (kind.bits - 1):
        value -= 1 << kind.bits
    return value


def size_of(kind: Type) -> int | None:
    """Return the size in bytes of a scalar, vector, pointer or enumeration; else None."""
    if isinstance(kind, ScalarType):
        return max(1, kind.bits // 8)
    if isinstance(kind, VectorType):
        return (4 if kind.width == 3 else kind.width) * max(1, kind.element.bits // 8)
    if isinstance(kind, PointerType):
        return 8
    if isinstance(kind, EnumeratedType):
        return kind.integer.bits // 8
    if isinstance(kind, AtomicType):
        return size_of(kind.value.type)
    return None


def size_in_memory(qualified: Qualified) -> int | None:
    """Return the size in bytes of an object, None if it is unknown, as for a struct."""
    kind = qualified.type
    if isinstance(kind, ArrayType):
        size = size_in_memory(kind.element)
        return None if size is None or kind.size is None else size * kind.size
    return size_of(kind)


def _character_value(text: str) -> int | None:
    body = text[text.find("'") + 1 : -1]
    if len(body) == 1:
        return ord(body)
    if body.startswith("\\") and len(body) == 2:
        return _ESCAPES.get(body[1], _ESCAPES_MORE.get(body[1]))
    try:
        if body.startswith("\\x"):
            value = int(f"0{body[1:]}", 16)
        else:
            value = int(body[1:], 8) if body.startswith("\\") else -1
    except ValueError:
        return None
    if not 0 <= value <= _CHARACTERS or (value > _CHARACTERS // 2 and not text.startswith("'")):
        return None
    return value if value <= _CHARACTERS // 2 else value - _CHARACTERS - 1


def _unary(operator: str, value: int | None) -> int | None:
    if value is None:
        return None
    if operator == "-":
        return -value
    if operator == "+":
        return value
    if operator == "!":
        return int(not value)
    return ~value if operator == "~" else None


def _operate(operator: str, left: int, right: int) -> int | None:
    if max(left.bit_length(), right.bit_length()) > _WIDEST:
        # A series of enumerators, each the square of the last, would need too much memory.
        return None
    if operator in ("/", "%"):
        if right == 0:
            return None
        quotient = abs(left) // abs(right)
        if (left < 0) != (right < 0):
            quotient = -quotient
        return quotient if operator == "/" else left - quotient * right
    if operator in ("<<", ">>"):
        if not 0 <= right < 64:
            return None
        return (left << right) & _MASK if operator == "<<" else left >> right
    compute = _OPERATIONS.get(operator)
    return None if compute is None else compute(left, right)


_OPERATIONS: Final[dict[str, Callable[[int, int], int]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&&": lambda a, b: int(bool(a and b)),
    "||": lambda a, b: int(bool(a or b)),
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    ">": lambda a, b: int(a > b),
    "<=": lambda a, b: int(a <= b),
    ">=": lambda a, b: int(a >= b),
    ",": lambda _, b: b,
}
