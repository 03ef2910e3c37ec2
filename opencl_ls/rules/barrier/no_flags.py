"""A barrier orders no memory.

## What it does
Hints at a barrier whose flags are 0. It still synchronises the work-items.

## Why
Without a flag, writes before the barrier need not be visible after it. Usually a flag was
forgotten.

## Example
```cl CL2.0
kernel void k(local int *l) { l[get_local_id(0)] = 1; work_group_barrier(0); }
```

## Use instead
```cl CL2.0
kernel void k(local int *l) { l[get_local_id(0)] = 1; work_group_barrier(CLK_LOCAL_MEM_FENCE); }
```

## Versions
All.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.memory.fences import NAMES, barrier_of, flags_value
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.Call, about=NAMES)
def check(context: RuleContext, call: r.Call) -> None:
    """Look for flags whose value is 0."""
    barrier = barrier_of(context.model, call, NAMES)
    if barrier is None:
        return
    for place, flags in alternatives(context.model, barrier.flags):
        if not isinstance(flags, r.Binary) and flags_value(context.model, flags) == 0:
            context.report(
                place,
                f"'{barrier.name}' with flags 0 orders no memory: writes before it need not be "
                "visible after it",
            )
