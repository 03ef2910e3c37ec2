"""Async copies and the events that tell when they are done (OpenCL C 6.15.10)."""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.array_bounds import counted_values, has_one_round
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name, named_symbol
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.enqueue import is_null
from opencl_ls.semantics.lookup.uses import (
    address_taken,
    has_labels,
    is_store,
    keeper,
    uses,
)
from opencl_ls.semantics.types.symbols import Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel


def is_copy(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a call is one of the async copies, whose last argument is an event."""
    name = builtin_name(model, call)
    return name.startswith("async_work_group_") and "copy" in name and len(call.arguments) > 1


class LostEvent(Struct, frozen=True):
    """Why nothing can wait for a copy: what becomes of its event.

    It is thrown away (`event` is None), kept in a variable that is never used again, or overwritten
    there by `overwritten`, or kept at an `index` of an array that no wait counts.
    """

    event: Variable | None = None
    index: int | None = None
    overwritten: r.Assignment | None = None


def lost_event(model: ItemModel, call: r.Call) -> LostEvent | None:
    """Return what becomes of the event of a copy that nothing waits for, None for other copies."""
    if isinstance(model.parents.get(call), r.ExpressionStatement):
        return LostEvent() if is_null(call.arguments[-1]) else None
    element = _event_element(model, call)
    if element is not None:
        events, indices = element
        waited = _waited_for(model, events)
        if waited is None:
            return None
        if indices is None:
            return None if waited else LostEvent(events)
        index = next((each for each in indices if each not in waited), None)
        return None if index is None else LostEvent(events, index)
    event = keeper(model, call)
    if event is None:
        return None
    mentions = uses(model, event)
    if all(is_store(model, each) or copy_argument(model, each) for each in mentions):
        return LostEvent(event)
    # Of thousands behind thousands of copies no more than the next two are looked at.
    behind = bisect_right(mentions, call.end, key=attrgetter("start"))
    later = mentions[behind : behind + 2]
    overwriting = _overwriting(model, call, later) or _overwriting_itself(model, call, event)
    return None if overwriting is None else LostEvent(event, overwritten=overwriting)


def _overwriting(model: ItemModel, call: r.Call, later: list[r.Name]) -> r.Assignment | None:
    """Return the next copy of the same statements that takes the place of the event of one."""
    above = model.parents.get(later[0]) if later else None
    if not isinstance(above, r.Assignment) or not is_store(model, later[0]):
        return None
    other = unwrapped(above.right)
    if not isinstance(other, r.Call) or not is_copy(model, other) or has_labels(model):
        return None
    if len(later) > 1 and later[1].start < above.end:
        return None
    around = _statements(model, call)
    return above if around is not None and around is _statements(model, above) else None


def _overwriting_itself(model: ItemModel, call: r.Call, event: Variable) -> r.Assignment | None:
    """Return the store of an event that each round of a loop drops, None where it is kept."""
    store = model.parents.get(call)
    if not isinstance(store, r.Assignment) or not is_null(call.arguments[-1]):
        return None
    loop = model.parents.get(store)
    while isinstance(loop, r.ExpressionStatement | r.Compound):
        loop = model.parents.get(loop)
    if not isinstance(loop, r.For | r.While | r.DoWhile) or not _goes_on(model, loop):
        return None
    if _holds(loop, event.declarator):
        return None
    for name in uses(model, event):
        if _holds(loop, name) and name is not unwrapped(store.left):
            return None
        if not (is_store(model, name) or copy_argument(model, name) or _is_awaited(model, name)):
            return None
    return store


def _goes_on(model: ItemModel, loop: r.For | r.While | r.DoWhile) -> bool:
    """Tell whether a loop is one of several rounds, which nothing ends but its condition."""
    if has_one_round(model, loop) or has_labels(model):
        return False
    leaving = model.of_kind(r.Break, r.Continue, r.Return)
    return not any(_holds(loop, each) for each in leaving)


def _holds(outer: r.Record, inner: r.Record) -> bool:
    return outer.start <= inner.start < outer.end


def _is_awaited(model: ItemModel, name: r.Name) -> bool:
    """Tell whether a name is that of an event in a wait."""
    address = address_taken(model, name)
    call = None if address is None else model.parents.get(address)
    return isinstance(call, r.Call) and builtin_name(model, call) == "wait_group_events"


def _statements(model: ItemModel, record: r.Expression) -> r.Compound | None:
    """Return the compound statement that the statement of an expression stands in."""
    above = model.parents.get(record)
    while isinstance(above, r.Expression | r.InitDeclarator):
        above = model.parents.get(above)
    around = None if above is None else model.parents.get(above)
    return around if isinstance(around, r.Compound) else None


def _event_element(model: ItemModel, call: r.Call) -> tuple[Variable, list[int] | None] | None:
    """Return the array that keeps the event of a copy, if one does, and at which indices.

    In a loop they are those of its rounds; None stands for indices that are not known.
    """
    above = model.parents.get(call)
    while isinstance(above, r.Parenthesized):
        above = model.parents.get(above)
    if not isinstance(above, r.Assignment) or above.operator.text != "=":
        return None
    place = unwrapped(above.left)
    events = named_symbol(model, place.base) if isinstance(place, r.Index) else None
    if not isinstance(place, r.Index) or not isinstance(events, Variable):
        return None
    if events.function is None or not isinstance(events.type.type, t.ArrayType):
        return None
    index = fixed_values(model).integer(place.index)
    return events, counted_values(model, place) if index is None else [index]


def _waited_for(model: ItemModel, events: Variable) -> set[int] | None:
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


def moved_from(model: ItemModel, argument: r.Expression) -> tuple[Symbol, int] | None:
    """Return the object and the constant index that a copy begins at, None where it is not plain.

    It is written `a`, `&a[1]` or `a + 1`; as another type, it is the begin of the object.
    """
    base: r.Record = unwrapped(argument)
    is_cast = isinstance(base, r.Cast)
    while isinstance(base, r.Cast):
        base = unwrapped(base.operand)
    index: int | None = 0
    if isinstance(base, r.Unary) and base.operator == "&":
        element = unwrapped(base.operand)
        if not isinstance(element, r.Index):
            return None
        index = fixed_values(model).integer(element.index)
        base = unwrapped(element.base)
    elif isinstance(base, r.Binary) and base.operator.text == "+":
        index = fixed_values(model).integer(base.right)
        base = unwrapped(base.left)
    symbol = model.references.get(base)
    if symbol is None or index is None or (is_cast and index != 0):
        return None
    return symbol, index


def moved_elements(model: ItemModel, call: r.Call, *, is_target: bool) -> int:
    """Return how many elements in a row a copy certainly moves: 1 where that is not known."""
    if isinstance(unwrapped(call.arguments[0 if is_target else 1]), r.Cast):
        return 1
    name = builtin_name(model, call)
    dense = name == "async_work_group_copy" or (is_target and name.endswith("_strided_copy"))
    count = fixed_values(model).integer(call.arguments[2]) if dense else None
    return 1 if count is None else max(count, 0)
