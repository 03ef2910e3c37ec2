"""The operators: which operands they take and what they yield (OpenCL C 6.3, C11 6.5).

Each function returns the type of the result, or an `Invalid` that says why there is none.
Operands of unknown type yield `UNKNOWN`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.conversions import (
    arithmetic_type,
    common_scalar,
    comparison_vector,
    promoted,
    same_type,
    spaces_overlap,
    widens,
)

if TYPE_CHECKING:
    from opencl_ls.settings.target import Target

RELATIONAL: Final = frozenset(("<", ">", "<=", ">="))
EQUALITY: Final = frozenset(("==", "!="))
LOGICAL: Final = frozenset(("&&", "||"))
SHIFTS: Final = frozenset(("<<", ">>"))
BITWISE: Final = frozenset(("&", "|", "^"))


class Invalid(Struct, frozen=True):
    """Why an operator does not take its operands.

    `reason` is "operands", "rank" (a scalar too wide for the vector), "vectors" (of different
    types), "shift" (a vector on the right only), "spaces" (pointers into disjoint address spaces),
    "elements" (a condition's element size or count), "condition", "floating" (a condition that is a
    floating vector), "pointer-mismatch" or "void-pointer"; `warning` marks what compilers accept.
    """

    reason: str
    warning: bool = False
    result: t.Qualified = t.UNKNOWN_QUALIFIED


Outcome = t.Qualified | Invalid

INT: Final = t.Qualified(t.scalar("int"))
_INVALID: Final = Invalid("operands")


class Operand(Struct, frozen=True, gc=False):
    """The value of an operand: its type after decay, and whether it is a null pointer constant."""

    type: t.Qualified
    null: bool = False


def binary(operator: str, left: Operand, right: Operand, target: Target) -> Outcome:
    """Return what a binary operator other than assignment and comma yields."""
    a, b = left.type.type, right.type.type
    if type(a) is t.UnknownType or type(b) is t.UnknownType:
        return t.UNKNOWN_QUALIFIED
    if type(a) is t.VectorType or type(b) is t.VectorType:
        return _vectors(operator, a, b, target)
    one, other = arithmetic_type(a), arithmetic_type(b)
    if one is not None and other is not None:
        return _scalars(operator, one, other, target)
    if operator in LOGICAL:
        is_floating = any(each is not None and each.floating for each in (one, other))
        if is_floating and target.version < 120:
            return _INVALID
        return INT if _is_scalar(a) and _is_scalar(b) else _INVALID
    if (operator in EQUALITY or operator in RELATIONAL) and _comparable_opaque(left, right):
        # An order of queues has no meaning, but compilers based on clang accept it.
        return INT if operator in EQUALITY else Invalid("operands", True, INT)
    if type(a) is t.PointerType or type(b) is t.PointerType:
        return _pointers(operator, left, right)
    return _INVALID


def _scalars(operator: str, left: t.ScalarType, right: t.ScalarType, target: Target) -> Outcome:
    if operator in LOGICAL and target.version < 120 and (left.floating or right.floating):
        return _INVALID
    if operator in RELATIONAL or operator in EQUALITY or operator in LOGICAL:
        return INT
    if operator in SHIFTS:
        if left.floating or right.floating:
            return _INVALID
        return t.Qualified(promoted(left))
    if (operator in BITWISE or operator == "%") and (left.floating or right.floating):
        return _INVALID
    return t.Qualified(common_scalar(left, right))


def _vectors(operator: str, a: t.Type, b: t.Type, target: Target) -> Outcome:
    if operator in SHIFTS:
        return _vector_shift(a, b)
    common = common_vector(a, b)
    if isinstance(common, Invalid):
        return common
    element = common.element
    if operator in LOGICAL:
        if element.floating and target.version < 120:
            return _INVALID
        return t.Qualified(comparison_vector(common))
    if operator in RELATIONAL or operator in EQUALITY:
        return t.Qualified(comparison_vector(common))
    if (operator in BITWISE or operator == "%") and element.floating:
        return _INVALID
    return t.Qualified(common)


def common_vector(a: t.Type, b: t.Type) -> t.VectorType | Invalid:
    """Return the vector type of an operation on a vector and a vector or a scalar."""
    if type(a) is t.VectorType and type(b) is t.VectorType:
        return a if a == b else Invalid("vectors")
    vector, other = (a, b) if type(a) is t.VectorType else (b, a)
    assert type(vector) is t.VectorType
    scalar = arithmetic_type(other)
    if scalar is None:
        return _INVALID
    if type(other) is t.EnumeratedType and other.never_negative:
        scalar = t.scalar("uint")
    return vector if widens(scalar, vector.element) else Invalid("rank")


def _vector_shift(a: t.Type, b: t.Type) -> Outcome:
    if type(a) is not t.VectorType:
        return Invalid("shift")
    if a.element.floating:
        return _INVALID
    if type(b) is t.VectorType:
        if b.element.floating or b.width != a.width:
            return _INVALID if b.element.floating else Invalid("vectors")
        return t.Qualified(a)
    scalar = arithmetic_type(b)
    return _INVALID if scalar is None or scalar.floating else t.Qualified(a)


def _pointers(operator: str, left: Operand, right: Operand) -> Outcome:
    a, b = left.type.type, right.type.type
    if type(a) is t.PointerType and type(b) is t.PointerType:
        if operator == "-":
            return _difference(a, b)
        if operator in RELATIONAL or operator in EQUALITY:
            return _comparison(operator, a, b, left.null or right.null)
        return _INVALID
    pointer, other = (a, right) if type(a) is t.PointerType else (b, left)
    assert type(pointer) is t.PointerType
    scalar = arithmetic_type(other.type.type)
    if operator in ("+", "-") and scalar is not None and not scalar.floating:
        if operator == "-" and type(a) is not t.PointerType:
            return _INVALID
        return t.Qualified(pointer)
    if operator in EQUALITY and other.null:
        return INT
    if (operator in EQUALITY or operator in RELATIONAL) and scalar is not None:
        return _INVALID if scalar.floating else Invalid("pointer-integer", True, INT)
    return _INVALID


def _difference(a: t.PointerType, b: t.PointerType) -> Outcome:
    if not spaces_overlap(t.object_space(a.pointee), t.object_space(b.pointee)):
        return Invalid("spaces")
    if not same_type(a.pointee.type, b.pointee.type):
        return _INVALID
    return t.Qualified(t.scalar("long"), alias="ptrdiff_t")


def _comparison(operator: str, a: t.PointerType, b: t.PointerType, null: bool) -> Outcome:
    if null and operator in EQUALITY:
        return INT
    if not null and not spaces_overlap(t.object_space(a.pointee), t.object_space(b.pointee)):
        return Invalid("spaces")
    has_void = type(a.pointee.type) is t.VoidType or type(b.pointee.type) is t.VoidType
    if has_void and operator in EQUALITY:
        return INT
    if not same_type(a.pointee.type, b.pointee.type):
        # Relational operators compare pointers to objects of one type (C11 6.5.8).
        return Invalid("pointer-mismatch", True, INT)
    return INT


def _comparable_opaque(left: Operand, right: Operand) -> bool:
    a, b = left.type.type, right.type.type
    if type(a) is t.OpaqueType and type(b) is t.OpaqueType and a.name == b.name:
        return a.name in ("queue_t", "clk_event_t")
    if (type(a) is t.OpaqueType and right.null) or (type(b) is t.OpaqueType and left.null):
        # An event is initialized with zero and never compared with it.
        opaque = a if type(a) is t.OpaqueType else b
        return type(opaque) is t.OpaqueType and opaque.name == "queue_t"
    return False


def _is_scalar(kind: t.Type) -> bool:
    """Tell whether `!`, `&&` and `||` take a value: all but blocks."""
    return isinstance(kind, t.PointerType | t.UnknownType) or arithmetic_type(kind) is not None


def _is_condition(kind: t.Type) -> bool:
    """Tell whether a value can be the condition of `?:`."""
    return type(kind) is t.BlockType or _is_scalar(kind)


def unary(operator: str, operand: Operand, target: Target) -> Outcome:
    """Return what `+`, `-`, `~` or `!` yields."""
    kind = operand.type.type
    if type(kind) is t.UnknownType:
        return t.UNKNOWN_QUALIFIED
    if type(kind) is t.VectorType:
        if operator == "~" and kind.element.floating:
            return _INVALID
        if operator == "!":
            if kind.element.floating and target.version < 120:
                return _INVALID
            return t.Qualified(comparison_vector(kind))
        return t.Qualified(kind)
    scalar = arithmetic_type(kind)
    if operator == "!":
        if scalar is not None and scalar.floating and target.version < 120:
            return _INVALID
        return INT if _is_scalar(kind) else _INVALID
    if scalar is None or (operator == "~" and scalar.floating):
        return _INVALID
    return t.Qualified(promoted(scalar))


def step(operand: t.Qualified) -> Outcome:
    """Return what `++` and `--` yield."""
    kind = operand.type
    if isinstance(kind, t.UnknownType | t.PointerType):
        return operand
    if type(kind) is t.VectorType:
        return _INVALID if kind.element.floating else operand
    return operand if arithmetic_type(kind) is not None else _INVALID


def conditional(condition: t.Qualified, chosen: Operand, otherwise: Operand) -> Outcome:
    """Return what `condition ? chosen : otherwise` yields."""
    kind = condition.type
    if type(kind) is t.VectorType:
        return _vector_conditional(kind, chosen.type.type, otherwise.type.type)
    if type(kind) is t.UnknownType:
        return (
            _branches(chosen, otherwise)
            if _never_vector(chosen, otherwise)
            else t.UNKNOWN_QUALIFIED
        )
    if not _is_condition(kind):
        return Invalid("condition")
    scalar = arithmetic_type(kind)
    if scalar is not None and scalar.floating:
        outcome = _branches(chosen, otherwise)
        result = t.UNKNOWN_QUALIFIED if isinstance(outcome, Invalid) else outcome
        return Invalid("floating", result=result)
    return _branches(chosen, otherwise)


def _never_vector(chosen: Operand, otherwise: Operand) -> bool:
    return isinstance(chosen.type.type, t.PointerType | t.AggregateType) and same_type(
        chosen.type.type, otherwise.type.type
    )


def _vector_conditional(condition: t.VectorType, a: t.Type, b: t.Type) -> Outcome:
    if type(a) is t.UnknownType or type(b) is t.UnknownType:
        return t.UNKNOWN_QUALIFIED
    if condition.element.floating:
        return Invalid("floating")
    if type(a) is t.VectorType or type(b) is t.VectorType:
        common = common_vector(a, b)
        if isinstance(common, Invalid):
            return common
    else:
        one, other = arithmetic_type(a), arithmetic_type(b)
        if one is None or other is None:
            return _INVALID
        common = t.vector(_unpromoted(one, other), condition.width)
    bits = max(8, common.element.bits)
    if common.width != condition.width or bits != condition.element.bits:
        return Invalid("elements")
    return t.Qualified(common)


def _unpromoted(left: t.ScalarType, right: t.ScalarType) -> t.ScalarType:
    """Return the element type of two scalars beside a vector condition, as compilers choose it."""
    if left.floating or right.floating:
        return common_scalar(left, right)
    if left.rank == right.rank:
        return right if left.signed else left
    return left if left.rank > right.rank else right


def _branches(chosen: Operand, otherwise: Operand) -> Outcome:
    a, b = chosen.type.type, otherwise.type.type
    if type(a) is t.UnknownType or type(b) is t.UnknownType:
        return t.UNKNOWN_QUALIFIED
    if type(a) is t.VectorType or type(b) is t.VectorType:
        common = common_vector(a, b)
        return common if isinstance(common, Invalid) else t.Qualified(common)
    one, other = arithmetic_type(a), arithmetic_type(b)
    if one is not None and other is not None:
        return t.Qualified(common_scalar(one, other))
    if type(a) is t.VoidType or type(b) is t.VoidType:
        # C requires two void values or none; compilers accept any type beside one, but no vector.
        return t.Qualified(t.VOID)
    if type(a) is t.PointerType and type(b) is t.PointerType:
        return _pointer_branches(a, b, chosen, otherwise)
    if type(a) is t.PointerType or type(b) is t.PointerType:
        pointer, rest = (chosen, otherwise) if type(a) is t.PointerType else (otherwise, chosen)
        if rest.null:
            return pointer.type
        if type(rest.type.type) is t.BlockType:
            return pointer.type if type(_pointee(pointer)) is t.VoidType else _INVALID
        scalar = arithmetic_type(rest.type.type)
        if scalar is not None and not scalar.floating:
            return Invalid("pointer-integer", True, pointer.type)
        return _INVALID
    if type(a) is t.BlockType or type(b) is t.BlockType:
        return _block_branches(chosen, otherwise)
    return chosen.type if same_type(a, b) else _INVALID


def _block_branches(chosen: Operand, otherwise: Operand) -> Outcome:
    """Return the type of a choice of blocks, or of a block and a null pointer."""
    if type(chosen.type.type) is type(otherwise.type.type) or otherwise.null:
        return chosen.type
    return otherwise.type if chosen.null else _INVALID


def _pointee(pointer: Operand) -> t.Type:
    kind = pointer.type.type
    assert type(kind) is t.PointerType
    return kind.pointee.type


def _pointer_branches(
    a: t.PointerType, b: t.PointerType, chosen: Operand, otherwise: Operand
) -> Outcome:
    if otherwise.null:
        return chosen.type
    if chosen.null:
        return otherwise.type
    one, other = t.object_space(a.pointee), t.object_space(b.pointee)
    has_void = type(a.pointee.type) is t.VoidType or type(b.pointee.type) is t.VoidType
    if not spaces_overlap(one, other):
        # Compilers based on clang do not check a pointer to `void`.
        return Invalid("spaces", warning=has_void)
    space = one if one == other else t.GENERIC
    const = a.pointee.const or b.pointee.const
    volatile = a.pointee.volatile or b.pointee.volatile
    kind: t.Type = a.pointee.type
    mismatch = False
    if has_void:
        kind = t.VOID
    elif not same_type(kind, b.pointee.type):
        kind, mismatch = t.VOID, True
    alias = a.pointee.alias if kind is a.pointee.type else ""
    pointee = t.Qualified(kind, space, const, volatile, alias=alias)
    result = t.Qualified(t.pointer_to(pointee))
    return Invalid("pointer-mismatch", True, result) if mismatch else result
