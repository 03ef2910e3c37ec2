"""Types of members: components of vectors, and members of structs and unions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.builtins.host_names import looks_like_macro
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.components import components
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.semantics.types.members import find_member
from opencl_ls.syntax.tokens import PLACEHOLDER

if TYPE_CHECKING:
    from opencl_ls.semantics.typing.typer import Typer
    from opencl_ls.syntax import records as r


_MOST_COMPONENTS: Final = 16
_SIZES: Final = t.Qualified(t.ArrayType(t.Qualified(t.scalar("ulong"), alias="size_t"), 3))
_RANGE: Final = {
    ("ndrange_t", "workDimension"): t.Qualified(t.scalar("uint")),
    ("ndrange_t", "globalWorkOffset"): _SIZES,
    ("ndrange_t", "globalWorkSize"): _SIZES,
    ("ndrange_t", "localWorkSize"): _SIZES,
}
"""The members of `ndrange_t` in the headers of compilers; the specification names none."""
RANGE: Final = t.AggregateType(
    "struct",
    "ndrange_t",
    t.Members(t.AggregateMember(n, kind, None) for (_, n), kind in _RANGE.items()),
)
"""The struct that the initializers of `ndrange_t` fill."""


def member(typer: Typer, record: r.Member) -> t.Qualified:
    """Return the type of `base.name` or `base->name`."""
    base_type = typer.type_of(record.base)
    base, is_lvalue = base_type, record.base in typer.lvalues
    if record.arrow:
        decayed = value_of(base_type)
        if type(decayed.type) is t.UnknownType:
            return t.UNKNOWN_QUALIFIED
        if type(decayed.type) is not t.PointerType:
            typer.note(p.NoMember(record, base_type, record.member.text, "value"))
            return t.UNKNOWN_QUALIFIED
        base, is_lvalue = decayed.type.pointee, True
    return member_of(typer, record, base, is_lvalue)


def member_of(typer: Typer, record: r.Member, base: t.Qualified, is_lvalue: bool) -> t.Qualified:
    """Return the type of a member of an object of type `base`."""
    if record.member.text == PLACEHOLDER:
        return t.UNKNOWN_QUALIFIED
    kind = base.type
    if type(kind) is t.AtomicType:
        kind = kind.value.type
    if type(kind) is t.VectorType:
        return _swizzle(typer, record, base, kind, is_lvalue)
    if type(kind) is t.AggregateType:
        return _field(typer, record, base, kind, is_lvalue)
    if type(kind) is t.OpaqueType and (made := _RANGE.get((kind.name, record.member.text))):
        if is_lvalue:
            typer.lvalues.add(record)
        return spaces.with_qualifiers(
            spaces.with_space(made, base.space), base.const, base.volatile
        )
    if type(kind) is t.UnknownType:
        return t.UNKNOWN_QUALIFIED
    reason = "pointer" if type(kind) is t.PointerType and not record.arrow else "scalar"
    typer.note(p.NoMember(record, base, record.member.text, reason))
    return t.UNKNOWN_QUALIFIED


def _swizzle(
    typer: Typer, record: r.Member, base: t.Qualified, kind: t.VectorType, is_lvalue: bool
) -> t.Qualified:
    name = record.member.text
    selected = components(name, kind.width)
    if selected.problem:
        if looks_like_macro(name) and components(name.lower(), kind.width).problem == "member":
            typer.note(p.UndeclaredName(record.member, name, "value"))
        else:
            typer.note(p.NoMember(record, base, name, selected.problem))
        return t.UNKNOWN_QUALIFIED
    if selected.rgba and typer.target.version < 300:
        typer.note(p.NoMember(record, base, name, "rgba"))
    if is_lvalue:
        typer.lvalues.add(record)
    count = len(selected.indices)
    made: t.Type = kind.element if count == 1 else t.vector(kind.element, count)
    return replace(base, type=made, alias="")


def _field(
    typer: Typer, record: r.Member, base: t.Qualified, kind: t.AggregateType, is_lvalue: bool
) -> t.Qualified:
    members = typer.members_of(kind)
    if members is None:
        typer.note(p.NoMember(record, base, record.member.text, "incomplete"))
        return t.UNKNOWN_QUALIFIED
    found = find_member(members, record.member.text)
    if found is None:
        name = record.member.text
        if members.has_unknown:
            pass
        elif (
            looks_like_macro(name)
            and not members.has_upper
            and components(name, _MOST_COMPONENTS).problem
        ):
            typer.note(p.UndeclaredName(record.member, name, "value"))
        else:
            typer.note(p.NoMember(record, base, name, "member"))
        return t.UNKNOWN_QUALIFIED
    if is_lvalue:
        typer.lvalues.add(record)
    made = found.type if t.object_space(found.type) else spaces.with_space(found.type, base.space)
    return spaces.with_qualifiers(made, base.const, base.volatile)
