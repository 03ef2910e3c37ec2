"""A wait list holds an invalid event.

## What it does
Reports a wait list of `enqueue_kernel` or `enqueue_marker` that is the address of an event, or an
array of events, with an event that was never stored, is null, or was released before.

## Why
Events in a wait list have to be valid. Otherwise the call fails with `CLK_INVALID_EVENT_WAIT_LIST`,
or waits for an arbitrary event.

## Example
```cl CL2.0
kernel void k(queue_t q) {
    clk_event_t first;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &first, NULL, ^{ });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    clk_event_t first;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &first, ^{ });
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &first, NULL, ^{ });
    release_event(first);
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.order import dominates
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.enqueue import called_builtin, named_constant, wait_list
from opencl_ls.semantics.lookup.uses import addressed, uses
from opencl_ls.semantics.memory.access_paths import (
    Way,
    has_no_value_in,
    is_apart,
    part_around,
)
from opencl_ls.semantics.memory.addresses import object_of
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.WARNING, since="0.1", versions=BLOCKS, about=("enqueue_kernel", "enqueue_marker")
)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the values that the events of a wait list got before."""
    model = context.model
    waited = wait_list(model, call)
    count = None if waited is None else fixed_values(model).integer(waited.count)
    if waited is None or not count:
        return
    for place, events in alternatives(model, waited.events):
        name, parts = _waited_for(model, events, count)
        symbol = model.references.get(name) if name is not None else None
        if not isinstance(symbol, Variable) or symbol.function is None:
            continue
        without = [part for part in parts if has_no_value_in(model, symbol, part, call)]
        released = None if without else _released(context, symbol, parts, call)
        if without:
            what = "it" if len(without) == len(parts) else f"element {without[0][-1]}"
            _report(context, place, symbol, f"nothing was stored in {what}")
        elif _is_null(context, symbol):
            _report(context, place, symbol, "it is CLK_NULL_EVENT")
        elif released is not None:
            _report(context, place, symbol, "it was released before", released)


def _waited_for(
    model: ItemModel, events: r.Expression, count: int
) -> tuple[r.Name | None, list[Way]]:
    """Return the name of the variable that holds a wait list, and the parts that are events."""
    inner = unwrapped(events)
    first: int | None = 0
    if isinstance(inner, r.Binary) and inner.operator.text == "+":
        first = fixed_values(model).integer(inner.right)
        inner = unwrapped(inner.left)
    place = addressed(inner)
    name = object_of(model, place or inner)
    if not isinstance(name, r.Name) or first is None or count < 0:
        return None, []
    whole, way = part_around(model, name)
    if unwrapped(whole) is not (place or inner):
        return None, []
    within = place.base if isinstance(place, r.Index) else whole if place is None else None
    array = model.types.get(within, t.UNKNOWN_QUALIFIED).type if within is not None else None
    event = model.types.get(whole, t.UNKNOWN_QUALIFIED).type
    if isinstance(array, t.ArrayType):
        event = array.element.type
    if event != t.opaque("clk_event_t"):
        return None, []
    if not isinstance(array, t.ArrayType):
        return name, [way]
    if place is not None:
        way, first = way[:-1], first + int(way[-1])
    return name, [(*way, index) for index in range(first, min(first + count, array.size or 0))]


def _report(
    context: RuleContext,
    events: r.Expression,
    symbol: Variable,
    why: str,
    released: r.Call | None = None,
) -> None:
    place = symbol if released is None else released
    words = "declared" if released is None else "released"
    context.report(
        events,
        f"'{symbol.name}' holds no event to wait for: {why}",
        related=[(place, f"'{symbol.name}' is {words} here")],
    )


def _is_null(context: RuleContext, symbol: Variable) -> bool:
    """Tell whether a variable is null from its declaration on, and only waited for."""
    value = symbol.declarator.initializer
    if value is None or named_constant(context.model, value) != "CLK_NULL_EVENT":
        return False
    return all(_is_waited_for(context, name) for name in uses(context.model, symbol))


def _is_waited_for(context: RuleContext, name: r.Name) -> bool:
    call = context.enclosing(name, r.Call)
    waited = wait_list(context.model, call) if isinstance(call, r.Call) else None
    return waited is not None and waited.events.start <= name.start < waited.events.end


def _released(
    context: RuleContext, symbol: Variable, parts: list[Way], call: r.Call
) -> r.Call | None:
    """Return the release of an event if that is the last use of it before a call."""
    model = context.model
    for part in parts:
        earlier = [
            name
            for name in uses(model, symbol)
            if name.start < call.start and not is_apart(model, name, part)
        ]
        wholes = [part_around(model, name) for name in earlier]
        calls = [context.parent(whole) for whole, _ in wholes]
        names = [
            called_builtin(model, above) if isinstance(above, r.Call) else "" for above in calls
        ]
        if not names or names[-1] != "release_event" or "retain_event" in names:
            continue
        last = calls[-1]
        if isinstance(last, r.Call) and wholes[-1][1] == part and dominates(model, last, call):
            return last
    return None
