"""The losses of a number in a conversion to another type (C11 6.3.1)."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import float_value
from opencl_ls.semantics.constants.literals import constant_type
from opencl_ls.semantics.lookup.constness import typed_values
from opencl_ls.semantics.types.conversions import arithmetic_type, value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.constants import Folder
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target

_EXACT_BITS: Final = {16: 11, 32: 24, 64: 53}
"""The bits of an integer that a floating type, by its bits, holds exactly (IEEE 754)."""
_FORMATS: Final = {16: "e", 32: "f", 64: "d"}
_TRUTH: Final = frozenset(("<", ">", "<=", ">=", "==", "!=", "&&", "||"))
_LONGEST_CONSTANT: Final = 200
_DEEPEST: Final = 60


class Losses:
    """Finds the losses of converted numbers in one item."""

    def __init__(self, model: ItemModel, target: Target) -> None:
        self._model = model
        self._target = target
        self._folder: Folder | None = None
        self._constants: dict[r.Expression, int | None] = {}

    def _integer_value(self, value: r.Expression) -> int | None:
        """Return the value of an integer constant of a realistic length."""
        if value.end - value.start > _LONGEST_CONSTANT:
            return None
        if self._folder is None:
            self._folder = typed_values(self._model)
        if value not in self._constants:
            self._constants[value] = self._folder.integer(value)
        return self._constants[value]

    def of(
        self, value: r.Expression, source: t.Qualified, target: t.Qualified, *, sensitive: bool
    ) -> str:
        """Return the `loss` of an `ImplicitConversion`, "" if a number keeps its value.

        The operator around a `sensitive` operand gives another result for a negative number than
        for the large one that it becomes.
        """
        kind = target.type.value.type if isinstance(target.type, t.AtomicType) else target.type
        one, other = arithmetic_type(source.type), arithmetic_type(kind)
        if one is None or other is None or one is other or "bool" in (one.name, other.name):
            return ""
        if not self._target.names_version and one.floating and self._is_plain(value, _DEEPEST):
            # If no version is chosen, 1.0 may be a float.
            return ""
        if self._is_held(value, one, other):
            return ""
        if one.floating or other.floating:
            return self._floating(value, one, other)
        return self._integer(value, source, target, sensitive=sensitive)

    def _floating(self, value: r.Expression, one: t.ScalarType, other: t.ScalarType) -> str:
        if not other.floating:
            return "fraction"
        if one.floating:
            return "width" if one.bits < other.bits else "precision"
        exact = _EXACT_BITS.get(other.bits, 0)
        return "width" if self._bits(value, one, _DEEPEST) <= exact else "precision"

    def _integer(
        self, value: r.Expression, source: t.Qualified, target: t.Qualified, *, sensitive: bool
    ) -> str:
        one, other = arithmetic_type(source.type), arithmetic_type(target.type)
        if one is None or other is None:
            return ""
        bits, room = self._width(source, one), self._width(target, other)
        needed = self._bits(value, one, _DEEPEST) + one.signed
        if bits > room:
            return "width" if needed - one.signed <= room - other.signed else "range"
        if one.signed and not other.signed:
            return "sign" if sensitive and self._may_be_negative(value, _DEEPEST) else "bits"
        return "bits" if bits == room else "width"

    def _width(self, qualified: t.Qualified, kind: t.ScalarType) -> int:
        sized = qualified.device_sized or qualified.alias in ("size_t", "ptrdiff_t")
        return self._target.pointer_bits if sized else kind.bits

    def _bits(self, value: r.Expression, kind: t.ScalarType, depth: int) -> int:
        """Return how many bits, without a sign, the value of an integer may need.

        Sums count as their operands: the carry of a sum of characters is expected.
        """
        whole = kind.bits - kind.signed
        if depth == 0:
            return whole
        if isinstance(value, r.Parenthesized):
            return self._bits(value.inner, kind, depth - 1)
        known = self._integer_value(value)
        if known is not None:
            return known.bit_length()
        if isinstance(value, r.Binary):
            if value.operator.text in _TRUTH:
                return 1
            left = self._bits(value.left, self._kind(value.left, kind), depth - 1)
            right = self._bits(value.right, self._kind(value.right, kind), depth - 1)
            return _bits_of_result(value.operator.text, left, right, whole)
        if isinstance(value, r.Conditional) and value.chosen is not None:
            chosen = self._bits(value.chosen, self._kind(value.chosen, kind), depth - 1)
            other = self._bits(value.otherwise, self._kind(value.otherwise, kind), depth - 1)
            return min(whole, max(chosen, other))
        if isinstance(value, r.Unary):
            if value.operator == "!":
                return 1
            return self._bits(value.operand, self._kind(value.operand, kind), depth - 1)
        return whole

    def _may_be_negative(self, value: r.Expression, depth: int) -> bool:
        """Tell whether an integer of a signed type may be negative, by its type."""
        if isinstance(value, r.Parenthesized) and depth > 0:
            return self._may_be_negative(value.inner, depth - 1)
        known = self._integer_value(value)
        if known is not None:
            # -1 is a common notation for the largest number.
            return False
        if isinstance(value, r.Binary) and depth > 0:
            if value.operator.text in _TRUTH:
                return False
            operands = (value.left, value.right)
            return any(
                self._is_signed(each) and self._may_be_negative(each, depth - 1)
                for each in operands
            )
        return self._is_signed(value)

    def _is_signed(self, value: r.Expression) -> bool:
        kind = arithmetic_type(value_of(self._model.types.get(value, t.UNKNOWN_QUALIFIED)).type)
        return kind is None or kind.signed

    def _kind(self, value: r.Expression, fallback: t.ScalarType) -> t.ScalarType:
        kind = value_of(self._model.types.get(value, t.UNKNOWN_QUALIFIED)).type
        return arithmetic_type(kind) or fallback

    # --- constants -------------------------------------------------------------------------------

    def _is_held(self, value: r.Expression, one: t.ScalarType, other: t.ScalarType) -> bool:
        """Tell whether a constant means the same in the other type, rounded at most."""
        if one.floating:
            number = self._number(value, _DEEPEST)
            if number is None:
                return False
            if other.floating:
                return True
            return number == int(number) and _fits(int(number), other)
        known = self._integer_value(value)
        if known is None:
            return False
        if other.floating:
            return _is_exact(known, other.bits)
        # Negative constants for unsigned numbers, and bit patterns for signed ones, are intended.
        return known.bit_length() + (known < 0) <= other.bits

    def _number(self, value: r.Expression, depth: int) -> float | None:
        """Return the value of a floating constant, NaN for an unknown one."""
        if isinstance(value, r.FloatLiteral):
            return float_value(value.text)
        if depth == 0:
            return None
        if isinstance(value, r.Parenthesized):
            return self._number(value.inner, depth - 1)
        if isinstance(value, r.Unary) and value.operator in ("-", "+"):
            number = self._number(value.operand, depth - 1)
            return None if number is None else -number if value.operator == "-" else number
        if isinstance(value, r.Name) and self._model.references.get(value) is None:
            return 0.5 if constant_type(value.name, self._target) is not None else None
        if isinstance(value, r.Binary):
            sides = [self._number(each, depth - 1) for each in (value.left, value.right)]
            integers = [self._integer_value(each) for each in (value.left, value.right)]
            known = all(
                one is not None or other is not None
                for one, other in zip(sides, integers, strict=True)
            )
            return 0.5 if known else None
        return None

    def _is_plain(self, value: r.Expression, depth: int) -> bool:
        """Tell whether only a constant without a suffix makes an expression a double."""
        if isinstance(value, r.FloatLiteral):
            return value.text[-1:] not in "fFhHlL" or value.text[:2].lower() == "0x"
        if depth == 0:
            return True
        return any(
            self._is_plain(each, depth - 1)
            for each in r.children(value)
            if isinstance(each, r.Expression)
        )


def _fits(number: int, kind: t.ScalarType) -> bool:
    least = -(1 << (kind.bits - 1)) if kind.signed else 0
    return least <= number < least + (1 << kind.bits)


def _is_exact(number: int, bits: int) -> bool:
    try:
        packed = struct.pack(_FORMATS.get(bits, "d"), number)
    except (OverflowError, struct.error):
        return False
    return bool(struct.unpack(_FORMATS.get(bits, "d"), packed)[0] == number)


def _bits_of_result(operator: str, left: int, right: int, whole: int) -> int:
    """Return the bits of a binary operation's result from those of its operands."""
    if operator in ("&", "%"):
        return min(left, right)
    if operator in ("+", "-", "|", "^"):
        return min(whole, max(left, right))
    if operator == "*":
        return min(whole, left + right)
    return left if operator in (">>", "/") else whole
