"""Whether two declarations of a function agree (C11 6.7.6.3p15)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.types.symbols import Function


def same_function(left: t.Type, right: t.Type) -> bool:
    """Tell whether two function types may belong to one function; doubt counts as yes."""
    if not isinstance(left, t.FunctionType) or not isinstance(right, t.FunctionType):
        return True
    if any(kind.variadic and not kind.prototype for kind in (left, right)):
        # The parameters of one of them are unknown.
        return agree(left.result, right.result)
    # An empty list of parameters is one without parameters.
    if len(left.parameters) != len(right.parameters) or left.variadic != right.variadic:
        return False
    if not agree(left.result, right.result):
        return False
    # Arguments in the old style are promoted before they are passed (C11 6.7.6.3p15).
    promoted = bool(left.parameters) and not (left.prototype and right.prototype)
    return all(
        agree(one, other) or (promoted and _are_scalars(one, other))
        for one, other in zip(left.parameters, right.parameters, strict=True)
    )


def _are_scalars(one: t.Qualified, other: t.Qualified) -> bool:
    return isinstance(one.type, t.ScalarType) and isinstance(other.type, t.ScalarType)


def with_old_parameters(function: Function) -> t.Type:
    """Return the type of a function, with its parameters even in the old style."""
    kind = function.type.type
    part = function.declarator.parts[0] if function.declarator.parts else None
    if not isinstance(kind, t.FunctionType) or not isinstance(part, r.FunctionPart):
        return kind
    if part.unlisted is None:
        return kind
    parameters = tuple(parameter.type for parameter in function.parameters)
    return t.FunctionType(kind.result, parameters, False, False)


def agree(left: t.Qualified, right: t.Qualified) -> bool:
    """Tell whether two types are the same except for top-level qualifiers; doubt counts as yes."""
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


def _integer_of(kind: t.Type, other: t.Type) -> t.Type:
    """Return the integer that an enumeration is compatible with, as compilers choose it.

    If its enumerators are unknown, it may be that of the `other` type.
    """
    if not isinstance(kind, t.EnumeratedType):
        return kind
    if not kind.complete:
        return other if isinstance(other, t.ScalarType) and not other.floating else kind.integer
    return t.scalar("uint") if kind.never_negative else kind.integer


def _same(one: t.Type, other: t.Type) -> bool:
    plain = (t.ScalarType, t.VectorType, t.VoidType, t.ImageType, t.OpaqueType)
    if isinstance(one, t.AggregateType) and isinstance(other, t.AggregateType):
        return (one.keyword, one.tag, one.alias) == (other.keyword, other.tag, other.alias)
    if isinstance(one, t.EnumeratedType) and isinstance(other, t.EnumeratedType):
        return one.tag == other.tag or not (one.tag and other.tag)
    one, other = _integer_of(one, other), _integer_of(other, one)
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
