"""A barrier that only some of the work-items of a group come to.

## What it does
Reports a barrier below an `if`, a `switch`, `?:`, `&&` or `||` whose condition differs between the
work-items of a work-group, and the second one where both arms of an `if` have one.
The analysis reports only what provably differs: what comes from the ids of work-items, through
computations, memory at addresses that differ, and calls. Kernel arguments, group ids, sizes and the
results of functions such as `work_group_broadcast` are the same for all.

## Why
No work-item of a group passes a barrier before all of them have arrived at the same one. Where some
never come, the others wait for ever, or run on with memory that is not what they expect: the
result is undefined.

## Example
```cl CL1.2
kernel void k(local int *l) {
    if (get_local_id(0) < 16) {
        l[get_local_id(0)] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
```

## Use instead
```cl CL1.2
kernel void k(local int *l) {
    if (get_local_id(0) < 16) {
        l[get_local_id(0)] = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
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
    report_divergences(context, "barrier", "conditional", in_callee=False)
