"""A barrier in a loop that runs more often for some work-items of a group than for others.

## What it does
Reports a barrier in a loop whose number of iterations differs between the work-items of a
work-group, by its condition or by a `break` or `continue`. A strided loop, as in `for (i =
get_local_id(0); i < n; i += get_local_size(0))`, is reported only if its constants show that the
numbers differ. The analysis reports only values that provably differ: those that depend on the ids
of work-items, through computations, memory at addresses that differ, and calls. Kernel arguments,
group ids, sizes and the results of functions such as `work_group_broadcast` are the same for all.

## Why
No work-item of a group passes a barrier before all of them have arrived at the same one. If some
never arrive, the others wait for ever, or continue with memory that is not as they expect: the
result is undefined.

## Example
```cl CL1.2
kernel void k(local int *l) {
    for (int i = 0; i < (int)get_local_id(0); ++i) {
        l[i] = i;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
```

## Use instead
```cl CL1.2
kernel void k(local int *l) {
    for (int i = 0; i < (int)get_local_size(0); ++i) {
        if (i < (int)get_local_id(0)) l[i] = i;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
```

## Versions
All.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.reports.divergences import report_divergences
from opencl_ls.linter.rule import DIVERGENCES, Rule

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(DIVERGENCES)
def check(context: UnitContext) -> None:
    """Report the divergences that the uniformity analysis found."""
    report_divergences(context, "barrier", "loop", in_callee=False)
