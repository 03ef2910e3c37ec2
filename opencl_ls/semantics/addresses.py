"""Whose address an expression yields, as far as the expression alone tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel

Object = r.Name | r.CompoundLiteral


def addressed(model: ItemModel, expression: r.Expression) -> Object | None:
    """Return the object that a pointer leads into: `a` for `&a.x[1]`, `a + 1`, `(T *)a`.

    None for a pointer whose value is only known when it runs, such as that of a variable.
    """
    inner = unwrapped(expression)
    if isinstance(inner, r.Cast):
        return addressed(model, inner.operand) if _is(model, inner, t.PointerType) else None
    if isinstance(inner, r.VectorLiteral):
        # A cast of a comma expression is written like the literal of a vector.
        return addressed(model, inner.elements[-1]) if _is(model, inner, t.PointerType) else None
    if isinstance(inner, r.Unary) and inner.operator == "&":
        return object_of(model, inner.operand)
    if isinstance(inner, r.Binary):
        if inner.operator.text == ",":
            return addressed(model, inner.right)
        if inner.operator.text in ("+", "-") and _is(model, inner, t.PointerType):
            return addressed(model, inner.left) or addressed(model, inner.right)
        return None
    return object_of(model, inner) if _is(model, inner, t.ArrayType) else None


def object_of(model: ItemModel, place: r.Expression) -> Object | None:
    """Return the object that a place lies in: `a` for `a.x[1]`, None behind other pointers."""
    inner = unwrapped(place)
    if isinstance(inner, r.Name | r.CompoundLiteral):
        return inner
    if isinstance(inner, r.Member):
        return addressed(model, inner.base) if inner.arrow else object_of(model, inner.base)
    if isinstance(inner, r.Index):
        if _is(model, inner.base, t.VectorType):
            return object_of(model, inner.base)
        return addressed(model, inner.base)
    if isinstance(inner, r.Unary) and inner.operator == "*":
        return addressed(model, inner.operand)
    return None


def _is(model: ItemModel, expression: r.Expression, kind: type[t.Type]) -> bool:
    known = model.types.get(expression)
    return known is not None and isinstance(known.type, kind)
