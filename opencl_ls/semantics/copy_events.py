"""Async copies and the events that tell when they are done (OpenCL C 6.15.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.calls import builtin_name, named_symbol
from opencl_ls.semantics.constness import fixed_values
from opencl_ls.semantics.symbols import Variable
from opencl_ls.semantics.uses import uses
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel


def is_copy(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a call is one of the async copies, whose last argument is an event."""
    name = builtin_name(model, call)
    return name.startswith("async_work_group_") and "copy" in name and len(call.arguments) > 1


def event_element(model: ItemModel, call: r.Call) -> tuple[Variable, int] | None:
    """Return the array and the constant index that the event of a copy is kept at, if it is."""
    above = model.parents.get(call)
    while isinstance(above, r.Parenthesized):
        above = model.parents.get(above)
    if not isinstance(above, r.Assignment) or above.operator.text != "=":
        return None
    return _element(model, unwrapped(above.left))


def waited_for(model: ItemModel, events: Variable) -> set[int] | None:
    """Return the indices of an array of events that something waits for, None where it is open.

    It is open where the array is used for anything but to keep events and to wait for a constant
    number of them.
    """
    found: set[int] = set()
    for name in uses(model, events):
        record: r.Record = name
        above = model.parents.get(record)
        while isinstance(above, r.Index | r.Parenthesized) or (
            isinstance(above, r.Unary) and above.operator == "&"
        ):
            record, above = above, model.parents.get(above)
        if isinstance(above, r.Assignment) and above.left is record:
            continue
        waited = _waited(model, above, record) if isinstance(record, r.Expression) else None
        if waited is None:
            return None
        found.update(waited)
    return found


def _waited(model: ItemModel, call: r.Record | None, events: r.Expression) -> range | None:
    """Return the indices that a wait for some events of an array is for, None for other uses."""
    if not isinstance(call, r.Call) or builtin_name(model, call) != "wait_group_events":
        return None
    if len(call.arguments) != 2 or call.arguments[1] is not events:
        return None
    count = fixed_values(model).integer(call.arguments[0])
    events = unwrapped(events)
    start: int | None = 0
    if isinstance(events, r.Unary):
        element = _element(model, unwrapped(events.operand))
        start = None if element is None else element[1]
    elif not isinstance(events, r.Name):
        start = None
    return None if count is None or start is None else range(start, start + count)


def _element(model: ItemModel, record: r.Expression) -> tuple[Variable, int] | None:
    if not isinstance(record, r.Index):
        return None
    symbol = named_symbol(model, record.base)
    index = fixed_values(model).integer(record.index)
    if not isinstance(symbol, Variable) or symbol.function is None or index is None:
        return None
    return symbol, index


def copy_argument(model: ItemModel, name: r.Name) -> r.Call | None:
    """Return the copy that a name is handed to as the event, if it is."""
    above = model.parents.get(name)
    if isinstance(above, r.Call) and is_copy(model, above) and above.arguments[-1] is name:
        return above
    return None
