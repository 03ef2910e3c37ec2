"""Equality and compatibility of types, by whatever names they were written (C11 6.2.7)."""

from __future__ import annotations

from typing import Final

from opencl_ls.semantics import types as t

# Named types that are plain integers to a program, as the headers of compilers declare them.
_INTEGERS: Final = {
    "cl_mem_fence_flags": t.scalar("uint"),
    "kernel_enqueue_flags_t": t.scalar("int"),
    "clk_profiling_info": t.scalar("int"),
    "arm_termination_reason": t.scalar("int"),
    "cache_target_img": t.scalar("int"),
    "cache_coherence_img": t.scalar("int"),
    "L2_cache_policy_img": t.scalar("int"),
    "cache_persistence_level_img": t.scalar("int"),
}
_UNSIGNED: Final = {"char": "uchar", "short": "ushort", "int": "uint", "long": "ulong"}


def plain(kind: t.Type) -> t.Type:
    """Return the type of a value: an atomic object's value, an integer for flags and the like."""
    if isinstance(kind, t.AtomicType):
        return plain(kind.value.type)
    if isinstance(kind, t.OpaqueType):
        return _INTEGERS.get(kind.name, kind)
    return kind


def holds_unknown(kind: t.Type) -> bool:
    """Tell whether the type is not understood, or points to such a type."""
    while isinstance(kind, t.PointerType):
        kind = kind.pointee.type
    if isinstance(kind, t.ArrayType):
        return holds_unknown(kind.element.type)
    if isinstance(kind, t.PipeType):
        return holds_unknown(kind.packet.type)
    return isinstance(kind, t.UnknownType)


def same(one: t.Type, other: t.Type) -> bool:
    """Tell whether two types are the same; UNKNOWN is the same as anything."""
    if one is other:
        return True
    if isinstance(one, t.UnknownType) or isinstance(other, t.UnknownType):
        return True
    if isinstance(one, t.OpaqueType) or isinstance(other, t.OpaqueType):
        return plain(one) == plain(other)
    if isinstance(one, t.PointerType) and isinstance(other, t.PointerType):
        return same_qualified(one.pointee, other.pointee)
    if isinstance(one, t.AtomicType) and isinstance(other, t.AtomicType):
        return same(one.value.type, other.value.type)
    if isinstance(one, t.PipeType) and isinstance(other, t.PipeType):
        return same(one.packet.type, other.packet.type)
    if isinstance(one, t.ArrayType) and isinstance(other, t.ArrayType):
        sizes = {one.size, other.size} - {None}
        return len(sizes) < 2 and same(one.element.type, other.element.type)
    if isinstance(one, t.EnumeratedType | t.AggregateType):
        return False
    return one == other


def identity(qualified: t.Qualified) -> tuple[object, ...]:
    """Return a key that is equal for parameters of the same type, regardless of their names."""
    kind = plain(qualified.type)
    if isinstance(kind, t.PointerType):
        pointee = kind.pointee
        inner = pointee.type
        atomic = isinstance(inner, t.AtomicType)
        value = inner.value.type if isinstance(inner, t.AtomicType) else inner
        return ("*", value, atomic, pointee.space, pointee.const, pointee.volatile)
    return (kind, qualified.access)


def same_qualified(one: t.Qualified, other: t.Qualified) -> bool:
    """Tell whether types and qualifiers are the same."""
    qualifiers = (one.const, one.volatile) == (other.const, other.volatile)
    return (
        qualifiers and t.object_space(one) == t.object_space(other) and same(one.type, other.type)
    )


def compatible(one: t.Type, other: t.Type) -> bool:
    """Tell whether types are the same, or an enumeration and the integer that holds it."""
    if same(one, other):
        return True
    return same(_held(one), _held(other))


def _held(kind: t.Type) -> t.Type:
    """Return the integer type that compilers choose for an enumeration, or the type itself."""
    if not isinstance(kind, t.EnumeratedType):
        return kind
    return t.scalar("uint") if kind.never_negative else kind.integer


def same_but_for_sign(one: t.Type, other: t.Type) -> bool:
    """Tell whether two integer types, or vectors of them, differ only in their sign."""
    if isinstance(one, t.AtomicType) or isinstance(other, t.AtomicType):
        return False
    one, other = _held(plain(one)), _held(plain(other))
    if isinstance(one, t.VectorType) and isinstance(other, t.VectorType):
        return one.width == other.width and same_but_for_sign(one.element, other.element)
    if isinstance(one, t.ScalarType) and isinstance(other, t.ScalarType):
        return _UNSIGNED.get(one.name, one.name) == _UNSIGNED.get(other.name, other.name)
    return False
