"""Structs, unions and enumerations: their members, offsets, and types on the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.results import AggregateInfo, AggregateMember, EnumerationInfo, HolderInfo
from opencl_ls.builtins.types import builtin_type
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import aggregate_layout
from opencl_ls.semantics.types import symbols as s
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.constants.layout import MemberLayout
    from opencl_ls.semantics.model import ItemModel

_LISTED: Final = 40
"""The largest number of members or constants of one type that are listed; others are counted."""


def aggregate_of(symbol: s.Tag | s.Typedef) -> AggregateInfo | None:
    """Return the struct or union with members that a symbol names, or None."""
    kind = _named(symbol)
    return _described(kind, 0) if isinstance(kind, t.AggregateType) and kind.members else None


def enumeration_of(symbol: s.Tag | s.Typedef, model: ItemModel) -> EnumerationInfo | None:
    """Return the enumeration that a symbol names, None if the symbol's item does not list it."""
    kind = _named(symbol)
    if not isinstance(kind, t.EnumeratedType):
        return None
    tags = (each for each in model.declared.values() if isinstance(each, s.Tag))
    written = next((each.specifier for each in tags if each.defined is kind), None)
    words = written.enumerators if isinstance(written, r.EnumType) else None
    declared = [model.declared.get(each) for each in words or ()]
    listed = [each for each in declared if isinstance(each, s.EnumeratorConstant)]
    if not listed:
        return None
    constants = tuple((each.name, each.value) for each in listed[:_LISTED])
    return EnumerationInfo(kind.tag, constants, max(0, len(listed) - _LISTED))


def holder_of(symbol: s.MemberVariable, model: ItemModel) -> HolderInfo:
    """Return the type that a member belongs to, and its offset there.

    Members of unnamed structs and unions are members of the types around them.
    """
    whole = symbol.aggregate
    known = tuple(model.declared.values())
    placed = _placed(whole, symbol)
    offset = 0 if placed is None else placed.offset
    while not (whole.tag or whole.alias):
        outer = next(filter(None, (_holder(each, whole) for each in known)), None)
        if outer is None:
            break
        above = _placed(outer, whole)
        placed = None if above is None else placed
        offset += 0 if above is None else above.offset
        whole = outer
    name = whole.alias or f"{whole.keyword} {whole.tag}".strip()
    return HolderInfo(name, None, None) if placed is None else HolderInfo(name, offset, placed.size)


def _named(symbol: s.Tag | s.Typedef) -> t.Type | None:
    return symbol.defined if isinstance(symbol, s.Tag) else symbol.type.type


def _placed(
    whole: t.AggregateType, inner: s.MemberVariable | t.AggregateType
) -> MemberLayout | None:
    """Return the layout of a member, or of an unnamed one of the type `inner`, if it is known."""
    layout = aggregate_layout(whole)
    for placed in layout.members if layout else ():
        member = placed.member
        if member.declared is inner or (not member.name and member.type.type is inner):
            return placed
    return None


def _holder(symbol: s.Symbol, inner: t.AggregateType) -> t.AggregateType | None:
    """Return the struct or union that a tag names, if `inner` is an unnamed member of it."""
    whole = symbol.defined if isinstance(symbol, s.Tag) else None
    if not isinstance(whole, t.AggregateType):
        return None
    is_inside = any(not each.name and each.type.type is inner for each in whole.members or ())
    return whole if is_inside else None


def _described(kind: t.AggregateType, base: int | None) -> AggregateInfo:
    """Return a struct or union that begins at the offset `base`, None if that is unknown."""
    layout = None if base is None else aggregate_layout(kind)
    members = kind.members or ()
    listed = tuple(
        _member(each, base, None if layout is None else layout.members[index])
        for index, each in enumerate(members[:_LISTED])
    )
    return AggregateInfo(
        kind.keyword,
        kind.tag,
        kind.packed,
        kind.aligned,
        listed,
        max(0, len(members) - _LISTED),
        0 if layout is None else layout.padding,
    )


def _member(
    member: t.AggregateMember, base: int | None, placed: MemberLayout | None
) -> AggregateMember:
    inner, described = member.type.type, None
    offset = None if placed is None or base is None else base + placed.offset
    text = ""
    if not member.name and isinstance(inner, t.AggregateType) and inner.members:
        described = _described(inner, offset)
    else:
        text = t.declaration_text(member.type, member.name)
    if placed is None:
        return AggregateMember(text, None, None, 0, "", described)
    host = _host_type(member.type)
    return AggregateMember(text, offset, placed.size, placed.padding, host, described)


def _host_type(qualified: t.Qualified) -> str:
    element = t.element_of(qualified)
    # A type whose size the device decides has no type on the host.
    if element.device_sized or not isinstance(element.type, t.ScalarType | t.VectorType):
        return ""
    found = builtin_type(t.spelled(t.Qualified(element.type)))
    return "" if found is None or not found.host else found.host
