"""A call that only some work-items of a group make reaches a barrier.

## What it does
Reports the call of a function that reaches a barrier, where the call depends on a condition that
differs between the work-items of a work-group, or where the barrier in the called function depends
on an argument that differs. The analysis reports only values that provably differ: those that
depend on the ids of work-items, through computations, memory at addresses that differ, and calls.
Kernel arguments, group ids, sizes and the results of functions such as `work_group_broadcast` are
the same for all.

## Why
No work-item of a group passes a barrier before all of them have arrived at the same one. If some
never arrive, the others wait for ever, or continue with memory that is not as they expect: the
result is undefined.

## Example
```cl CL1.2
void sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }
kernel void k(void) { if (get_local_id(0) == 0) sync(); }
```

## Use instead
```cl CL1.2
void sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }
kernel void k(void) { sync(); }
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
    report_divergences(context, "barrier", "conditional", "loop", "exit", "passed", in_callee=True)
