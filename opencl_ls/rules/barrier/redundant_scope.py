"""A barrier names its default scope.

## What it does
Hints at `memory_scope_work_group` as the scope of a barrier.

## Why
The default scope is the work-group.

## Example
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group); }
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
Safe: the scope is the default.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics.memory.fences import (
    IMAGE,
    barrier_of,
    flags_value,
    scope_name,
    without_scope,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_20)


@RULE.on(r.Call, about=("work_group_barrier",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look for the scope that is the default."""
    barrier = barrier_of(context.model, call)
    if barrier is None or barrier.scope is None or barrier.name != "work_group_barrier":
        return
    if scope_name(context.model, barrier.scope) != "memory_scope_work_group":
        return
    if (flags_value(context.model, barrier.flags) or 0) & IMAGE:
        # With images the scope is worth naming: other scopes are no longer allowed.
        return
    context.report(
        barrier.scope,
        "'memory_scope_work_group' is what a barrier without a scope means",
        fixes=[replacing("Remove the scope", without_scope(barrier), "", safe=True)],
        unnecessary=True,
    )
