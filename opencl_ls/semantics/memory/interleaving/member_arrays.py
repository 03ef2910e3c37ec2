"""The bounds of arrays that are members of structs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.memory.interleaving.terms import Constraint, least, most
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.evaluation import Evaluator
    from opencl_ls.semantics.memory.interleaving.terms import Facts
    from opencl_ls.semantics.memory.interleaving.values import Variables


def within_members(evaluator: Evaluator, record: r.Expression, variables: Variables) -> Facts:
    """Say that each index of an lvalue is within the array, for arrays that are members.

    An index beyond one is a mistake of its own, which is no race (C11 6.5.6 p8).
    """
    found: list[Constraint] = []
    record = unwrapped(record)
    while isinstance(record, r.Index | r.Member):
        base = unwrapped(record.base)
        if isinstance(record, r.Index) and isinstance(base, r.Member):
            kind = evaluator.model.type_of(base).type
            size = (kind.size if isinstance(kind, t.ArrayType) else None) or 0
            # The one element of a struct that a pointer leads to may be the first of more.
            is_one = size == 1 and not isinstance(unwrapped(base.base), r.Index)
            index = evaluator.term(record.index, variables) if size and not is_one else None
            if index is not None:
                found += (least(index), most(index, size - 1))
        record = base

    return tuple(found)
