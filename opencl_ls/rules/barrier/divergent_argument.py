"""The flags or the scope of a barrier differ between the work-items of a group.

## What it does
Reports an argument of a barrier, or of a call that passes it to one, that differs between the
work-items of a work-group. The analysis reports only values that provably differ: those that depend
on the ids of work-items, through computations, memory at addresses that differ, and calls. Kernel
arguments, group ids, sizes and the results of functions such as `work_group_broadcast` are the same
for all.

## Why
All the work-items of the group meet in one barrier, which has one set of flags and one scope.

## Example
```cl CL1.2
kernel void k(void) { barrier(get_local_id(0) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE); }
```

## Use instead
```cl CL1.2
kernel void k(int mode) { barrier(mode ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE); }
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
    report_divergences(context, "barrier", "argument")
