"""Types of unary, binary and conditional operators and of subscripts (OpenCL C 6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_named
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types import operators as rules
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.conversions import arithmetic_type, loaded, value_of
from opencl_ls.semantics.types.operators import Invalid, Operand
from opencl_ls.semantics.typing.places import (
    check_modifiable,
    check_pointer_step,
    is_bit_field,
    is_component,
)
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.typing.typer import Typer


def unary(typer: Typer, record: r.Unary) -> t.Qualified:
    """Return the type of a prefix operator."""
    operator = record.operator
    if operator == "&":
        return _address(typer, record)
    if operator == "*":
        return _indirection(typer, record)
    if operator in ("++", "--"):
        return _step(typer, record, record.operand)
    operand = typer.operand(record.operand)
    if operator not in ("+", "-", "~", "!"):
        return t.UNKNOWN_QUALIFIED
    outcome = rules.unary(operator, operand, typer.target)
    if isinstance(outcome, Invalid):
        typer.note(p.InvalidOperand(record, operator, operand.type, "type"))
        return t.UNKNOWN_QUALIFIED
    return outcome


def _address(typer: Typer, record: r.Unary) -> t.Qualified:
    operand = typer.type_of(record.operand)
    kind = operand.type
    if isinstance(kind, t.FunctionType | t.UnknownType | t.BlockType):
        if type(kind) is t.BlockType:
            typer.note(p.InvalidOperand(record, "&", operand, "block"))
        return t.UNKNOWN_QUALIFIED
    inner = unwrapped(record.operand)
    if isinstance(inner, r.Member | r.Index) and is_component(typer, inner):
        typer.note(p.InvalidOperand(record, "&", operand, "component"))
    elif isinstance(kind, t.ImageType | t.PipeType) or is_named(kind, "sampler_t"):
        typer.note(p.InvalidOperand(record, "&", operand, "opaque"))
    elif record.operand not in typer.lvalues:
        typer.note(p.InvalidOperand(record, "&", operand, "rvalue"))
    elif is_bit_field(typer, inner):
        typer.note(p.InvalidOperand(record, "&", operand, "bit-field"))
    else:
        return t.Qualified(t.pointer_to(spaces.pointee(operand, typer.target)))
    return t.UNKNOWN_QUALIFIED


def _indirection(typer: Typer, record: r.Unary) -> t.Qualified:
    operand = value_of(typer.type_of(record.operand))
    if type(operand.type) is t.UnknownType:
        return t.UNKNOWN_QUALIFIED
    if type(operand.type) is not t.PointerType:
        typer.note(p.InvalidOperand(record, "*", operand, "type"))
        return t.UNKNOWN_QUALIFIED
    pointee = operand.type.pointee
    if type(pointee.type) is t.VoidType:
        typer.note(p.InvalidOperand(record, "*", operand, "void"))
    if type(pointee.type) is not t.FunctionType:
        typer.lvalues.add(record)
    return pointee


def postfix(typer: Typer, record: r.Postfix) -> t.Qualified:
    """Return the type of `x++` or `x--`."""
    return _step(typer, record, record.operand)


def _step(typer: Typer, record: r.Unary | r.Postfix, operand: r.Expression) -> t.Qualified:
    kind = typer.type_of(operand)
    if not check_modifiable(typer, record, operand):
        return t.UNKNOWN_QUALIFIED
    outcome = rules.step(kind)
    if isinstance(outcome, Invalid):
        typer.note(p.InvalidOperand(record, record.operator, kind, "type"))
        return t.UNKNOWN_QUALIFIED
    check_pointer_step(typer, record, kind)
    return value_of(outcome)


def binary(typer: Typer, record: r.Binary) -> t.Qualified:
    """Type a chain of operators in a loop: a sum may have thousands of terms."""
    spine = [record]
    while type(spine[-1].left) is r.Binary and spine[-1].left not in typer.types:
        spine.append(spine[-1].left)
    result = typer.type_of(spine[-1].left)
    for current in reversed(spine):
        result = _binary_step(typer, current, result)
        typer.types[current] = result
    return result


def _binary_step(typer: Typer, record: r.Binary, left_type: t.Qualified) -> t.Qualified:
    operator = record.operator.text
    if operator == ",":
        last = typer.type_of(record.right)
        if _takes_no_operator(left_type.type) or _takes_no_operator(last.type):
            typer.note(p.InvalidOperands(record, ",", left_type, last, Invalid("operands")))
            return t.UNKNOWN_QUALIFIED
        return value_of(last)
    right_type = typer.type_of(record.right)
    known = typer.result_of(operator, left_type, right_type)
    if known is not None:
        return known
    left, right = typer.operands(record.left, record.right, left_type)
    if operator == r.UNKNOWN_OPERATOR:
        return t.UNKNOWN_QUALIFIED
    outcome = rules.binary(operator, left, right, typer.target)
    if isinstance(outcome, Invalid):
        typer.note(p.InvalidOperands(record, operator, left.type, right.type, outcome))
        return outcome.result
    if type(left.type.type) is t.ScalarType and type(right.type.type) is t.ScalarType:
        typer.keep_result(operator, left_type, right_type, outcome)
    elif operator in ("+", "-"):
        check_pointer_step(typer, record, left.type, right.type)
    return outcome


def conditional(typer: Typer, record: r.Conditional) -> t.Qualified:
    """Return the type of `?:`."""
    condition = loaded(value_of(typer.type_of(record.condition)))
    first = record.condition if record.chosen is None else record.chosen
    chosen, otherwise = typer.operands(first, record.otherwise, typer.type_of(first))
    chosen = Operand(loaded(chosen.type), chosen.null)
    otherwise = Operand(loaded(otherwise.type), otherwise.null)
    outcome = rules.conditional(condition, chosen, otherwise)
    if isinstance(outcome, Invalid):
        left, right = chosen.type, otherwise.type
        if outcome.reason in ("condition", "floating", "elements"):
            left = condition
        typer.note(p.InvalidOperands(record, "?:", left, right, outcome))
        return outcome.result
    return outcome


def index(typer: Typer, record: r.Index) -> t.Qualified:
    """Return the type of a subscript."""
    base_type, index_type = typer.type_of(record.base), typer.type_of(record.index)
    known = typer.result_of("[]", base_type, index_type)
    if known is not None:
        typer.lvalues.add(record)
        return known
    base, index = loaded(value_of(base_type)), loaded(value_of(index_type))
    if arithmetic_type(base.type) is not None and type(index.type) is t.PointerType:
        base, index = index, base
    if type(base.type) is t.UnknownType or type(index.type) is t.UnknownType:
        if type(base.type) is t.PointerType:
            typer.lvalues.add(record)
            return base.type.pointee
        return t.UNKNOWN_QUALIFIED
    scalar = arithmetic_type(index.type)
    if type(base.type) is t.VectorType and scalar is not None:
        if scalar.floating:
            typer.note(p.NotIndexable(record, base, index, "index"))
        if record.base in typer.lvalues:
            typer.lvalues.add(record)
        return replace(base_type, type=base.type.element, alias="", unnamed_components=False)
    if type(base.type) is not t.PointerType:
        typer.note(p.NotIndexable(record, base, index, "base"))
        return t.UNKNOWN_QUALIFIED
    pointee = base.type.pointee
    if scalar is None or scalar.floating:
        typer.note(p.NotIndexable(record, base, index, "index"))
    elif type(pointee.type) is t.ScalarType:
        typer.keep_result("[]", base_type, index_type, pointee)
    check_pointer_step(typer, record, base)
    typer.lvalues.add(record)
    return pointee


def _takes_no_operator(kind: t.Type) -> bool:
    """Tell whether an object of this type is not even allowed as an operand of a comma."""
    return isinstance(kind, t.ImageType | t.PipeType | t.BlockType | t.AtomicType) or (
        type(kind) is t.OpaqueType and kind.name == "sampler_t"
    )
