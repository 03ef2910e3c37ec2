"""How objects lie in memory: sizes, alignments, offsets of members (OpenCL C 6.1.5, 6.13.1)."""

from __future__ import annotations

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import size_of


class MemberLayout(Struct, frozen=True):
    """The place of a member: its offset and size in bytes, and the unused bytes before it."""

    member: t.AggregateMember
    offset: int
    size: int
    padding: int


class AggregateLayout(Struct, frozen=True):
    """The layout of a struct or union in bytes; `padding` counts the unused ones at its end."""

    size: int
    alignment: int
    padding: int
    members: tuple[MemberLayout, ...]


def layout_of(qualified: t.Qualified) -> tuple[int, int] | None:
    """Return size and alignment in bytes of an object, None where they are unknown.

    Pointers and opaque types count as on a 64-bit device.
    """
    return _layout(qualified, {})


def aggregate_layout(kind: t.AggregateType) -> AggregateLayout | None:
    """Return the layout of a struct or union; None where a part of it is not known.

    Bit-fields, which OpenCL C has only by an extension, are laid out by the device.
    """
    return _aggregate(kind, {})


def possible_sizes(kind: t.AggregateType) -> range | None:
    """Return the sizes that a struct or union of numbers may have, None if they are not certain.

    A pragma may pack it, so that there are several where members leave holes.
    """
    whole = aggregate_layout(kind)
    if whole is None:
        return None
    for placed in whole.members:
        element = t.element_of(placed.member.type)
        if element.device_sized or element.alias or placed.member.type.alias:
            return None
        if not isinstance(element.type, t.ScalarType | t.VectorType):
            return None
    sizes = [placed.size for placed in whole.members]
    least = max(sizes, default=0) if kind.keyword == "union" else sum(sizes)
    return range(least, whole.size + 1)


# Each struct is laid out once: if each holds the one before it twice, the paths double.
_Known = dict[t.AggregateType, AggregateLayout | None]


def _layout(qualified: t.Qualified, known: _Known) -> tuple[int, int] | None:
    kind = qualified.type
    if isinstance(kind, t.ArrayType):
        element = _layout(kind.element, known)
        if element is None or kind.size is None:
            return None
        return element[0] * kind.size, element[1]
    if isinstance(kind, t.AggregateType):
        if kind not in known:
            known[kind] = _aggregate(kind, known)
        found = known[kind]
        return None if found is None else (found.size, found.alignment)
    if isinstance(kind, t.ImageType | t.OpaqueType | t.PipeType | t.BlockType):
        return 8, 8
    size = size_of(kind)
    return None if size is None else (size, size)


def _aggregate(kind: t.AggregateType, known: _Known) -> AggregateLayout | None:
    if kind.members is None:
        return None
    size, alignment, filled = 0, 1, 0
    placed: list[MemberLayout] = []
    for member in kind.members:
        layout = _layout(member.type, known)
        if layout is None or member.bit_width is not None:
            return None
        own_size, own_alignment = layout
        if kind.packed:
            own_alignment = 1
        own_alignment = max(own_alignment, member.aligned)
        alignment = max(alignment, own_alignment)
        offset = 0 if kind.keyword == "union" else _rounded(filled, own_alignment)
        padding = 0 if kind.keyword == "union" else offset - filled
        placed.append(MemberLayout(member, offset, own_size, padding))
        filled = offset + own_size
        size = max(size, filled)
    alignment = max(alignment, kind.aligned)
    whole = _rounded(size, alignment)
    return AggregateLayout(whole, alignment, whole - size, tuple(placed))


def _rounded(size: int, alignment: int) -> int:
    return -(-size // alignment) * alignment
