"""The source of a broadcast differs between the work-items of a group.

## What it does
Reports a local id in `work_group_broadcast` that differs between the work-items of a work-group.
The analysis reports only values that provably differ: those that depend on the ids of work-items,
through computations, memory at addresses that differ, and calls. Kernel arguments, group ids, sizes
and the results of functions such as `work_group_broadcast` are the same for all.

## Why
One work-item passes its value to all the others, so they have to name the same one.

## Example
```cl CL2.0
kernel void k(global int *g) { g[0] = work_group_broadcast(g[1], get_local_id(0)); }
```

## Use instead
```cl CL2.0
kernel void k(global int *g) { g[0] = work_group_broadcast(g[1], 0); }
```

## Versions
2.0; 3.0 with `__opencl_c_work_group_collective_functions`.

## Reference
OpenCL C specification, "Work-group Collective Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.reports.divergences import report_divergences
from opencl_ls.linter.rule import DIVERGENCES, SINCE_20, Rule

RULE = Rule(Severity.WARNING, since="0.1", versions=SINCE_20)


@RULE.on_unit_reading(DIVERGENCES)
def check(context: UnitContext) -> None:
    """Report the divergences that the uniformity analysis found."""
    report_divergences(context, "work-group", "argument")
