"""Parts of a variable: the members and elements that a place lies in, and which are apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.order import is_unassigned_at
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.uses import address_taken, uses
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

Way = tuple[str | int, ...]
"""The names of members and the constant indices that lead from a variable to a part of it."""

_STORING_ONE: Final = ("enqueue_kernel", "enqueue_marker")


def part_around(model: ItemModel, name: r.Name) -> tuple[r.Expression, Way]:
    """Return the smallest part of a variable that is certainly meant by a use of its name.

    The parts of a union are the same, and so is an element with an index that is not known.
    """
    whole: r.Expression = name
    way: list[str | int] = []
    while True:
        above = model.parents.get(whole)
        kind = model.type_of(whole).type
        if isinstance(above, r.Member) and above.base is whole:
            if above.arrow or not isinstance(kind, t.AggregateType) or kind.keyword == "union":
                break
            way.append(above.member.text)
        elif isinstance(above, r.Index) and above.base is whole and isinstance(kind, t.ArrayType):
            index = fixed_values(model).integer(above.index)
            if index is None:
                break
            way.append(index)
        elif not isinstance(above, r.Parenthesized):
            break
        whole = above
    return whole, tuple(way)


def has_no_value_in(model: ItemModel, symbol: Symbol | None, part: Way, record: r.Record) -> bool:
    """Tell whether nothing can have been stored in a part of a local variable at `record`."""
    if symbol is None:
        return False
    elsewhere = {name for name in uses(model, symbol) if is_apart(model, name, part)}
    return is_unassigned_at(model, symbol, record, elsewhere)


def is_apart(model: ItemModel, name: r.Name, part: Way) -> bool:
    """Tell whether a use of a variable's name does nothing to a part of the variable."""
    whole, way = part_around(model, name)
    if all(one == other for one, other in zip(way, part, strict=False)):
        return False
    if isinstance(model.type_of(whole).type, t.ArrayType):
        return False
    address = address_taken(model, whole)
    if address is None:
        return True
    call = model.parents.get(address)
    return isinstance(call, r.Call) and builtin_name(model, call) in _STORING_ONE
