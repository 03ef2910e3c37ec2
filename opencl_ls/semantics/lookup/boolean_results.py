"""Expressions with a boolean value: 1 for a true scalar, -1 for a true component of a vector."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.functions import function
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.types.operators import EQUALITY, LOGICAL, RELATIONAL
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel

_OPERATORS: Final = RELATIONAL | EQUALITY | LOGICAL


def is_boolean(model: ItemModel, expression: r.Expression) -> bool:
    """Tell whether an expression compares, negates by `!` or calls a built-in test."""
    inner = unwrapped(expression)
    if isinstance(inner, r.Binary):
        return inner.operator.text in _OPERATORS
    if isinstance(inner, r.Unary):
        return inner.operator == "!"
    return isinstance(inner, r.Call) and _is_test(builtin_name(model, inner))


def is_vector_boolean(model: ItemModel, expression: r.Expression) -> bool:
    """Tell whether an expression is such a value with the components of a vector."""
    kind = model.type_of(unwrapped(expression)).type
    return isinstance(kind, t.VectorType) and is_boolean(model, expression)


@cache
def _is_test(name: str) -> bool:
    known = function(name)
    return known is not None and known.group == "relational" and "select" not in name
