"""Async copies and the events that tell when they are done (OpenCL C 6.15.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.calls import builtin_name, named_symbol
from opencl_ls.semantics.constness import fixed_values
from opencl_ls.semantics.enqueue import is_null
from opencl_ls.semantics.symbols import Symbol, Variable
from opencl_ls.semantics.uses import has_labels, is_store, keeper, uses
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
        waited = _waited_for(model, element[0])
        return None if waited is None or element[1] in waited else LostEvent(*element)
    event = keeper(model, call)
    if event is None:
        return None
    mentions = uses(model, event)
    if all(is_store(model, each) or copy_argument(model, each) for each in mentions):
        return LostEvent(event)
    overwriting = _overwriting(model, call, [each for each in mentions if each.start > call.end])
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


def _statements(model: ItemModel, record: r.Expression) -> r.Compound | None:
    """Return the compound statement that the statement of an expression stands in."""
    above = model.parents.get(record)
    while isinstance(above, r.Expression | r.InitDeclarator):
        above = model.parents.get(above)
    around = None if above is None else model.parents.get(above)
    return around if isinstance(around, r.Compound) else None


def _event_element(model: ItemModel, call: r.Call) -> tuple[Variable, int] | None:
    """Return the array and the constant index that the event of a copy is kept at, if it is."""
    above = model.parents.get(call)
    while isinstance(above, r.Parenthesized):
        above = model.parents.get(above)
    if not isinstance(above, r.Assignment) or above.operator.text != "=":
        return None
    return _element(model, unwrapped(above.left))


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

    It is written `a`, `&a[1]` or `a + 1`.
    """
    base: r.Record = unwrapped(argument)
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
    return None if symbol is None or index is None else (symbol, index)


def moved_elements(model: ItemModel, call: r.Call, *, is_target: bool) -> int:
    """Return how many elements in a row a copy certainly moves: 1 where that is not known."""
    name = builtin_name(model, call)
    dense = name == "async_work_group_copy" or (is_target and name.endswith("_strided_copy"))
    count = fixed_values(model).integer(call.arguments[2]) if dense else None
    return 1 if count is None else max(count, 0)
