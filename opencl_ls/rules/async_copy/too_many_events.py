"""A wait is for more events than the array holds.

## What it does
Reports `wait_group_events` where the number of events is a constant, and the variable or array that
the events are in holds fewer from the given one on.

## Why
The function reads as many events as it is told to. What lies after the array is no event.

## Example
```cl CL1.2
kernel void k(global int *g, local int *l) {
    event_t e = async_work_group_copy(l, g, 16, 0);
    wait_group_events(2, &e);
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
Prefetch"; reference page wait_group_events.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.flow.event_waits import capacity, wait_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=("wait_group_events",))


@RULE.on(r.Call, about=("wait_group_events",))
def check(context: RuleContext, call: r.Call) -> None:
    """Compare the number of events with those that there are."""
    wait = wait_of(context.model, call)
    held = None if wait is None else capacity(wait.events)
    if wait is None or held is None or wait.first + wait.count <= held:
        return
    rest = max(held - wait.first, 0)
    there = "there is 1 event" if rest == 1 else f"there are {rest} events"
    context.report(
        call.arguments[0],
        f"this waits for {wait.count} events, but {there} from "
        f"'{context.text(call.arguments[1])}' on",
        related=[(wait.events, f"'{wait.events.name}' is declared here")],
    )
