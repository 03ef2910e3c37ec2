"""Whether two declarations of a function agree (C11 6.7.6.3p15)."""

from __future__ import annotations

from itertools import pairwise

from opencl_ls.semantics import types as t


def same_function(left: t.Type, right: t.Type) -> bool:
    """Tell whether two function types may belong to one function; doubt counts as yes."""
    if not isinstance(left, t.FunctionType) or not isinstance(right, t.FunctionType):
        return True
    # An empty list of parameters is one without parameters.
    if len(left.parameters) != len(right.parameters) or left.variadic != right.variadic:
        return False
    pairs = zip(left.parameters, right.parameters, strict=True)
    return agree(left.result, right.result) and all(agree(*pair) for pair in pairs)


def agree(left: t.Qualified, right: t.Qualified) -> bool:
    """Tell whether two types are the same but for qualifiers at the top; doubt counts as yes."""
    one, other = left.type, right.type
    while isinstance(one, t.PointerType) and isinstance(other, t.PointerType):
        left, right = one.pointee, other.pointee
        one, other = left.type, right.type
        if t.UNKNOWN in (one, other):
            return True
        if t.object_space(left) != t.object_space(right):
            return False
        if (left.const, left.volatile) != (right.const, right.volatile):
            return isinstance(one, t.ArrayType)
    if left.access and right.access and left.access != right.access:
        return False
    return _same(one, other)


def _same(one: t.Type, other: t.Type) -> bool:
    plain = (t.ScalarType, t.VectorType, t.VoidType, t.ImageType, t.OpaqueType)
    if isinstance(one, t.AggregateType) and isinstance(other, t.AggregateType):
        return (one.keyword, one.tag, one.alias) == (other.keyword, other.tag, other.alias)
    if isinstance(one, plain) and isinstance(other, plain):
        return one == other
    if isinstance(one, t.PipeType) and isinstance(other, t.PipeType):
        return agree(one.packet, other.packet)
    if isinstance(one, t.ArrayType) and isinstance(other, t.ArrayType):
        sizes = None in (one.size, other.size) or one.size == other.size
        return sizes and agree(one.element, other.element)
    kinds = [type(kind) for kind in (one, other)]
    known = (*plain, t.PointerType, t.AggregateType, t.PipeType, t.ArrayType)
    if all(isinstance(kind, known) for kind in (one, other)):
        return all(left is right for left, right in pairwise(kinds))
    return True
