"""A barrier that some of the work-items of a group leave out by an earlier exit.

## What it does
Reports a barrier behind a `return` or `goto` that only some of the work-items of a work-group
reach. A group at the ragged end of the range is no exception: there, too, all must come.
The analysis reports only what provably differs: what comes from the ids of work-items, through
computations, memory at addresses that differ, and calls. Kernel arguments, group ids, sizes and the
results of functions such as `work_group_broadcast` are the same for all.

## Why
No work-item of a group passes a barrier before all of them have arrived at the same one. Where some
never come, the others wait for ever, or run on with memory that is not what they expect: the
result is undefined.

## Example
```cl CL1.2
kernel void k(global int *g, local int *l, uint n) {
    size_t i = get_global_id(0);
    if (i >= n) return;
    l[get_local_id(0)] = g[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    g[i] = l[0];
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g, local int *l, uint n) {
    size_t i = get_global_id(0);
    if (i < n) l[get_local_id(0)] = g[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) g[i] = l[0];
}
```

## Versions
All.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import UnitContext
from opencl_ls.rules.divergence import report_divergences
from opencl_ls.rules.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit
def check(context: UnitContext) -> None:
    """Report the divergences that the uniformity analysis found."""
    report_divergences(context, "barrier", "exit", in_callee=False)
