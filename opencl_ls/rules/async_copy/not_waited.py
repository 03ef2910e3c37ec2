"""Nothing waits for an async copy.

## What it does
Reports an async copy whose event is thrown away, or kept in a variable that is never used again, or
in an element of an array that no `wait_group_events` counts; as a hint where the target is not used
behind the copy either.

## Why
The data is there only behind `wait_group_events` on the event of the copy; before, memory holds
anything. A barrier does not wait for copies.

## Example
```cl CL1.2
kernel void k(global int *g, local int *l) {
    event_t e = async_work_group_copy(l, g, 16, 0);
    g[0] = l[1];
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g, local int *l) {
    event_t e = async_work_group_copy(l, g, 16, 0);
    wait_group_events(1, &e);
    g[0] = l[1];
}
```

## Versions
All.

## Reference
OpenCL C specification, "Async Copies from Global to Local Memory, Local to Global Memory, and
Prefetch".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.copy_events import copy_argument, event_element, is_copy, waited_for
from opencl_ls.semantics.enqueue import is_null
from opencl_ls.semantics.symbols import Variable
from opencl_ls.semantics.uniformity.body import names_below
from opencl_ls.semantics.uses import is_store, keeper, uses
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Call, about=("async_",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look for a use of the event beyond this copy and its like."""
    model = context.model
    if not is_copy(model, call):
        return
    name = context.text(call.callee)
    if isinstance(context.parent(call), r.ExpressionStatement):
        if is_null(call.arguments[-1]):
            context.report(
                call,
                f"the event of '{name}' is thrown away, so that nothing can wait for the copy: "
                "keep it and pass it to 'wait_group_events'",
            )
        return
    element = event_element(model, call)
    if element is not None:
        _look_at_array(context, call, *element)
        return
    event = keeper(model, call)
    if event is None:
        return
    for each in uses(model, event):
        if not is_store(model, each) and copy_argument(model, each) is None:
            return
    used = _is_used_behind(context, call)
    context.report(
        call,
        f"nothing waits for this copy: '{event.name}' is never passed to 'wait_group_events'",
        related=[(event, f"'{event.name}' is declared here")],
        severity=None if used else Severity.HINT,
    )


def _look_at_array(context: RuleContext, call: r.Call, events: Variable, index: int) -> None:
    """Look for waits that count too few of the events of an array."""
    waited = waited_for(context.model, events)
    if waited is None or index in waited:
        return
    context.report(
        call,
        f"nothing waits for this copy: '{events.name}[{index}]' is none of the events that "
        "'wait_group_events' waits for",
        related=[(events, f"'{events.name}' is declared here")],
    )


def _is_used_behind(context: RuleContext, call: r.Call) -> bool:
    """Tell whether the target of a copy is named again behind the copy."""
    model = context.model
    targets = {model.references.get(name) for name in names_below(call.arguments[0])} - {None}
    later = (symbol for name, symbol in model.references.items() if name.start > call.end)
    return any(symbol in targets for symbol in later)
