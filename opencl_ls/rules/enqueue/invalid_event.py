"""A wait list holds an event that is none.

## What it does
Reports a wait list of `enqueue_kernel` or `enqueue_marker` that is the address of an event, or an
array of them, in which nothing was stored, which is null, or which was released before.

## Why
Events in a wait list have to be valid. With another one the call fails with
`CLK_INVALID_EVENT_WAIT_LIST`, or waits for anything.

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
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics.constness import fixed_values
from opencl_ls.semantics.enqueue import (
    called_builtin,
    event_variable,
    events_from,
    named_constant,
    wait_list,
)
from opencl_ls.semantics.symbols import Variable
from opencl_ls.semantics.uses import has_no_value_at, is_before, uses
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.WARNING, since="0.1", versions=BLOCKS, about=("enqueue_kernel", "enqueue_marker")
)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at what the events of a wait list were given before."""
    waited = wait_list(context.model, call)
    if waited is None or not fixed_values(context.model).integer(waited.count):
        return
    symbol = event_variable(context.model, waited.events)
    if symbol is None:
        within = events_from(context.model, waited.events)
        if within is not None and has_no_value_at(context.model, within[0], call):
            _report(context, waited.events, within[0], "nothing was stored in it")
        return
    if has_no_value_at(context.model, symbol, call):
        _report(context, waited.events, symbol, "nothing was stored in it")
    elif _is_null(context, symbol):
        _report(context, waited.events, symbol, "it is CLK_NULL_EVENT")
    else:
        released = _released(context, symbol, call)
        if released is not None:
            _report(context, waited.events, symbol, "it was released before", released)


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
    """Tell whether a variable is null from its declaration on, and only ever waited for."""
    value = symbol.declarator.initializer
    if value is None or named_constant(context.model, value) != "CLK_NULL_EVENT":
        return False
    return all(_is_waited_for(context, name) for name in uses(context.model, symbol))


def _is_waited_for(context: RuleContext, name: r.Name) -> bool:
    call = context.enclosing(name, r.Call)
    waited = wait_list(context.model, call) if isinstance(call, r.Call) else None
    return waited is not None and waited.events.start <= name.start < waited.events.end


def _released(context: RuleContext, symbol: Variable, call: r.Call) -> r.Call | None:
    """Return the release that is the last thing done with an event before a call, if it is."""
    earlier = [name for name in uses(context.model, symbol) if name.start < call.start]
    last = context.parent(earlier[-1]) if earlier else None
    if not isinstance(last, r.Call) or called_builtin(context.model, last) != "release_event":
        return None
    kept = (context.parent(name) for name in earlier)
    if any(
        isinstance(above, r.Call) and called_builtin(context.model, above) == "retain_event"
        for above in kept
    ):
        return None
    return last if is_before(context.model, last, call) else None
