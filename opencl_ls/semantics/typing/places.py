"""Properties of places: whether they can be modified, and whether their size is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_named
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types.components import components
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.semantics.types.members import const_member, find_member
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.typing.typer import Typer


def check_modifiable(typer: Typer, record: r.Record, place: r.Expression) -> bool:
    """Note when a place cannot be assigned to; tell whether it can."""
    kind = typer.type_of(place)
    if type(kind.type) is t.UnknownType:
        return False
    reason = _unmodifiable(typer, place, kind)
    if reason:
        typer.note(p.NotAssignable(record, kind, reason, typer.symbol(place)))
    return not reason


def _unmodifiable(typer: Typer, place: r.Expression, kind: t.Qualified) -> str:
    if repeats_component(typer, place):
        return "duplicate"
    if type(kind.type) is t.FunctionType:
        return "function"
    if type(kind.type) is t.BlockType:
        return "block"
    if place not in typer.lvalues:
        return "rvalue"
    if type(kind.type) is t.VoidType:
        return "void"
    if type(kind.type) is t.ArrayType:
        return "array"
    if kind.const or t.object_space(kind) == t.CONSTANT:
        return "const"
    if isinstance(kind.type, t.ImageType | t.PipeType) or is_named(kind.type, "sampler_t"):
        return "opaque"
    if type(kind.type) is t.AggregateType and const_member(kind.type) is not None:
        return "const-member"
    return ""


def repeats_component(typer: Typer, place: r.Expression) -> bool:
    """Tell whether a place selects vector components of which one is named twice."""
    inner = unwrapped(place)
    while isinstance(inner, r.Member | r.Index):
        base = typer.type_of(inner.base).type
        if type(inner) is r.Member and type(base) is t.PointerType:
            base = base.pointee.type
        elif type(inner) is r.Member and type(base) is t.ArrayType:
            base = base.element.type
        if type(base) is not t.VectorType:
            return False
        if type(inner) is r.Member and components(inner.member.text, base.width).repeated:
            return True
        inner = unwrapped(inner.base)
    return False


def is_component(typer: Typer, part: r.Member | r.Index) -> bool:
    """Tell whether a member or subscript is a component of a vector."""
    base = value_of(typer.type_of(part.base)).type
    if type(part) is r.Member and part.arrow and type(base) is t.PointerType:
        base = base.pointee.type
    return type(base) is t.VectorType


def is_bit_field(typer: Typer, expression: r.Expression) -> bool:
    """Tell whether an expression is a bit-field."""
    if type(expression) is not r.Member:
        return False
    base = value_of(typer.type_of(expression.base)).type
    if expression.arrow and type(base) is t.PointerType:
        base = base.pointee.type
    if type(base) is not t.AggregateType:
        return False
    found = find_member(typer.members_of(base) or (), expression.member.text)
    return found is not None and found.bit_width is not None


def is_incomplete(typer: Typer, kind: t.Qualified, is_type: bool) -> bool:
    """Tell whether a type, or that of a value, has no size here (C11 6.2.5p22)."""
    if type(kind.type) is t.ArrayType and kind.type.size is None:
        # The size of a value may be known elsewhere: from an initialiser, or in a string.
        return is_type and not kind.type.variable
    element = t.element_of(kind).type
    if type(element) is not t.AggregateType or not element.tag:
        return False
    return typer.members_of(element) is None


def check_pointer_step(typer: Typer, record: r.Record, *operands: t.Qualified) -> None:
    """Note when a pointer walks over objects whose size is not known here (C11 6.5.6p2)."""
    for operand in operands:
        kind = operand.type
        if type(kind) is not t.PointerType:
            continue
        # Most pointers are to numbers, and this is asked at each index.
        if isinstance(kind.pointee.type, t.AggregateType | t.ArrayType):
            if is_incomplete(typer, kind.pointee, False):
                typer.note(p.IncompletePointee(record, kind.pointee))
                return
