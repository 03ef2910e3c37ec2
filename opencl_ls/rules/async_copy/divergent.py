"""An async copy, or the wait for one, that only some of the work-items of a group reach.

## What it does
Reports `async_work_group_copy`, its variants such as the strided one, and `wait_group_events` where
not all work-items of a work-group reach the call, or not equally often. The analysis reports only
values that provably differ: those that depend on the ids of work-items, through computations,
memory at addresses that differ, and calls. Kernel arguments, group ids, sizes and the results of
functions such as `work_group_broadcast` are the same for all.

## Why
The work-group makes the copy together: each work-item may do a part of it. If some never reach the
call, the result is undefined.

## Example
```cl CL1.2
kernel void k(global int *g, local int *l) {
    if (get_local_id(0) == 0) {
        event_t e = async_work_group_copy(l, g, 16, 0);
        wait_group_events(1, &e);
    }
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g, local int *l) {
    event_t e = async_work_group_copy(l, g, 16, 0);
    wait_group_events(1, &e);
}
```

## Versions
All.

## Reference
OpenCL C specification, "Async Copies from Global to Local Memory, Local to Global Memory, and
Prefetch".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.reports.divergences import report_divergences
from opencl_ls.linter.rule import DIVERGENCES, Rule

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(DIVERGENCES)
def check(context: UnitContext) -> None:
    """Report the divergences that the uniformity analysis found."""
    report_divergences(context, "async-copy", "conditional", "loop", "exit", "passed")
