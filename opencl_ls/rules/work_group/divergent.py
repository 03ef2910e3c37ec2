"""A work-group function that only some of the work-items of a group reach.

## What it does
Reports `work_group_all`, `work_group_any`, `work_group_broadcast`, `work_group_reduce_*` and
`work_group_scan_*` where not all work-items of a work-group reach them, or not equally often. The
analysis reports only values that provably differ: those that depend on the ids of work-items,
through computations, memory at addresses that differ, and calls. Kernel arguments, group ids, sizes
and the results of functions such as `work_group_broadcast` are the same for all.

## Why
The result depends on the values of all work-items of the group. If some never reach the call, it is
undefined.

## Example
```cl CL2.0
kernel void k(global int *g, int n) {
    size_t i = get_global_id(0);
    if (i >= n) return;
    g[i] = work_group_reduce_add(g[i]);
}
```

## Use instead
```cl CL2.0
kernel void k(global int *g, int n) {
    size_t i = get_global_id(0);
    int sum = work_group_reduce_add(i < n ? g[i] : 0);
    if (i < n) g[i] = sum;
}
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
    report_divergences(context, "work-group", "conditional", "loop", "exit", "passed")
