"""Private arrays, and the accesses to them whose index is known at run time only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.array_bounds import rounds_of
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import fixed_values, names_in
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import ItemModel


def private_array(model: ItemModel, record: r.Index) -> Variable | None:
    """Return the private array of which an expression takes an element, None for other memory."""
    base: r.Expression = unwrapped(record.base)
    while isinstance(base, r.Index):
        base = unwrapped(base.base)
    symbol = model.references.get(base)
    if isinstance(symbol, Variable) and isinstance(symbol.type.type, t.ArrayType):
        return symbol if t.object_space(symbol.type) == t.PRIVATE else None
    return None


def dynamic_indices(model: ItemModel, array: Variable) -> Iterator[r.Index]:
    """Yield the accesses to an array whose index is known at run time only, outermost ones."""
    for record in model.of_kind(r.Index):
        if private_array(model, record) is not array:
            continue
        _, above = model.use_of(record)
        is_outer = not (isinstance(above, r.Index) and unwrapped(above.base) is record)
        if is_outer and is_dynamic(model, record):
            yield record


def is_dynamic(model: ItemModel, record: r.Expression) -> bool:
    """Return whether an index of an element is known at run time only.

    It is not where only counters of loops with constant bounds are in it: these can be unrolled.
    """
    inner = unwrapped(record)
    while isinstance(inner, r.Index):
        if _is_runtime(model, inner.index, inner):
            return True
        inner = unwrapped(inner.base)
    return False


def _is_runtime(model: ItemModel, index: r.Expression, record: r.Record) -> bool:
    if fixed_values(model).integer(index) is not None:
        return False
    counters = {
        model.declared.get(each)
        for loop in model.ancestors(record)
        if isinstance(loop, r.For) and rounds_of(model, loop) is not None
        if isinstance(loop.initial, r.Declaration)
        for each in loop.initial.declarators
    }
    names = [each for each in names_in(index) if fixed_values(model).integer(each) is None]
    return not names or any(model.references.get(each) not in counters for each in names)
