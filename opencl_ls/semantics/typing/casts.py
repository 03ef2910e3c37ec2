"""Casts, and vector literals, which are written like casts (OpenCL C 6.1.6 and 6.2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import size_of
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types.conversions import (
    arithmetic_type,
    loaded,
    same_type,
    spaces_overlap,
    value_of,
)
from opencl_ls.semantics.typing.assignments import note_changed_constants
from opencl_ls.semantics.typing.changed_constants import CONSTANTS
from opencl_ls.semantics.typing.members import member_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics.typing.typer import Typer


def cast(typer: Typer, record: r.Cast) -> t.Qualified:
    """Return the type of a cast."""
    destination = typer.model.named_type(record.type)
    if type(destination.type) is t.VectorType:
        rebound = _literal_with_members(typer, record, destination)
        if rebound is not None:
            return rebound
    source = typer.operand(record.operand)
    result = value_of(destination)
    reason = _cast_problem(typer, destination, source.type, source.null)
    if reason:
        typer.note(p.InvalidCast(record, destination, source.type, reason))
    return result


def _literal_with_members(
    typer: Typer, record: r.Cast, destination: t.Qualified
) -> t.Qualified | None:
    """Type `(T)(x).y` where T names a vector type: the members are those of the literal."""
    chain: list[r.Member | r.Index] = []
    inner = record.operand
    while isinstance(inner, r.Member | r.Index):
        chain.append(inner)
        inner = inner.base
    if not chain or type(inner) is not r.Parenthesized:
        return None
    typer.type_of(inner)
    current = value_of(destination)
    for link in reversed(chain):
        if type(link) is r.Member:
            current = member_of(typer, link, current, False)
        else:
            typer.type_of(link.index)
            kind = current.type
            current = t.Qualified(kind.element) if type(kind) is t.VectorType else current
        typer.types[link] = current
    return current


def _cast_problem(typer: Typer, destination: t.Qualified, source: t.Qualified, null: bool) -> str:
    to, from_ = destination.type, source.type
    if type(to) is not t.AtomicType:
        from_ = loaded(source).type
    if isinstance(to, t.UnknownType | t.VoidType) or type(from_) is t.UnknownType:
        return ""
    if type(from_) is t.VoidType:
        return "void"
    if type(to) is t.VectorType:
        if type(from_) is t.VectorType:
            return "" if to == from_ or _keeps_bits(destination, source) else "vector"
        return "" if arithmetic_type(from_) is not None else "incompatible"
    if _keeps_bits(destination, source):
        return ""
    if (scalar := arithmetic_type(to)) is not None:
        return _cast_to_scalar(scalar, from_)
    if type(to) is t.PointerType:
        return _cast_to_pointer(to, from_, null)
    if type(to) is t.BlockType:
        return _cast_to_block(from_, null)
    if type(to) is t.AtomicType:
        return _cast_problem(typer, value_of(to.value), loaded(source), null)
    if type(to) is t.OpaqueType:
        return _cast_to_opaque(to, from_, null)
    return "opaque" if type(to) is t.ImageType else _cast_to_aggregate(typer, to, from_)


def _cast_to_aggregate(typer: Typer, to: t.Type, from_: t.Type) -> str:
    taken = [to]
    if type(to) is t.AggregateType and to.keyword == "union":
        # Compilers convert the value of a member to its union, as GNU C does.
        taken = [each.type.type for each in typer.members_of(to) or ()]
    return "" if any(same_type(each, from_) for each in taken) else "aggregate"


def _cast_to_block(from_: t.Type, null: bool) -> str:
    """Return the reason against a cast to a block; an integer is accepted, as for a pointer."""
    number = arithmetic_type(from_)
    takes = isinstance(from_, t.BlockType | t.PointerType) or null
    return "" if takes or (number and not number.floating) else "incompatible"


def _cast_to_opaque(to: t.OpaqueType, from_: t.Type, null: bool) -> str:
    if null and to.name == "event_t" and arithmetic_type(from_) is not None:
        return ""
    if to.name in ("event_t", "queue_t", "clk_event_t", "reserve_id_t", "sampler_t"):
        return "opaque"
    return "" if type(from_) is t.OpaqueType and from_.name == to.name else "incompatible"


def vector_literal(typer: Typer, record: r.VectorLiteral) -> t.Qualified:
    """Return the type of a vector literal such as `(int4)(a, b)`."""
    destination = typer.model.named_type(record.type)
    values = [loaded(value_of(typer.type_of(element))) for element in record.elements]
    kind = destination.type
    if type(kind) is not t.VectorType:
        if type(kind) is t.UnknownType or not values:
            return value_of(destination)
        reason = _cast_problem(typer, destination, values[-1], False)
        if reason:
            typer.note(p.InvalidCast(record, destination, values[-1], reason))
        return value_of(destination)
    _check_vector_literal(typer, record, destination, kind, values)
    if len(values) > 1:
        # Compilers take it for an object, as C does a compound literal; with one value it is a
        # cast.  The specification does not mention it.
        typer.lvalues.add(record)
    return value_of(destination)


def _check_vector_literal(
    typer: Typer,
    record: r.VectorLiteral,
    destination: t.Qualified,
    kind: t.VectorType,
    values: Sequence[t.Qualified],
) -> None:
    given = 0
    for element, value in zip(record.elements, values, strict=True):
        if type(value.type) is t.UnknownType:
            return
        if type(value.type) is t.VectorType:
            given += value.type.width
            if value.type.element != kind.element:
                problem = p.VectorLiteralProblem(element, destination, kind.width, 0, value)
                typer.note(problem)
                return
        elif arithmetic_type(value.type) is not None:
            given += 1
        else:
            typer.note(p.VectorLiteralProblem(element, destination, kind.width, 0, value))
            return
        if type(element) in CONSTANTS and len(values) > 1:
            note_changed_constants(typer, element, t.Qualified(kind.element))
    single = len(values) == 1 and type(values[0].type) is not t.VectorType
    if given != kind.width and not single:
        typer.note(p.VectorLiteralProblem(record, destination, kind.width, given, None))


def _keeps_bits(destination: t.Qualified, source: t.Qualified) -> bool:
    """Tell whether a cast reinterprets the bits of a vector of `vector_size`, as in GNU C."""
    if not (destination.unnamed_components or source.unnamed_components):
        return False
    size = size_of(source.type)
    return size is None or size == size_of(destination.type)


def _cast_to_scalar(to: t.ScalarType, from_: t.Type) -> str:
    if arithmetic_type(from_) is not None:
        return ""
    if isinstance(from_, t.PointerType | t.BlockType):
        return "incompatible" if to.floating else ""
    if type(from_) is t.VectorType:
        return "vector-scalar"
    return "incompatible"


def _cast_to_pointer(to: t.PointerType, from_: t.Type, null: bool) -> str:
    if type(from_) is t.PointerType:
        one, other = t.object_space(to.pointee), t.object_space(from_.pointee)
        if null:
            return ""
        return "" if spaces_overlap(one, other) else "address-space"
    scalar = arithmetic_type(from_)
    if scalar is not None:
        return "incompatible" if scalar.floating else ""
    return "" if type(from_) is t.BlockType else "incompatible"
