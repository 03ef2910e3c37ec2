"""The scope of a barrier has no effect.

## What it does
Hints at a scope wider than the work-group where the barrier orders local memory alone.

## Why
Local memory belongs to one work-group, so the scope is always the work-group. A wider one misleads
the reader.

## Example
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device); }
```

## Use instead
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_LOCAL_MEM_FENCE); }
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.

## Fix safety
Safe: the scope is ignored.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics.memory.fences import (
    LOCAL,
    barrier_of,
    flags_value,
    scope_name,
    without_scope,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_20)


_WIDE = ("memory_scope_device", "memory_scope_all_svm_devices", "memory_scope_all_devices")


@RULE.on(r.Call, about=("work_group_barrier",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look for a wide scope beside the local flag alone."""
    barrier = barrier_of(context.model, call)
    if barrier is None or barrier.scope is None or barrier.name != "work_group_barrier":
        return
    scope = scope_name(context.model, barrier.scope)
    if scope not in _WIDE or flags_value(context.model, barrier.flags) != LOCAL:
        return
    context.report(
        barrier.scope,
        f"'{scope}' has no effect on a barrier for local memory alone, whose scope is the "
        "work-group",
        fixes=[replacing("Remove the scope", without_scope(barrier), "", safe=True)],
        unnecessary=True,
    )
