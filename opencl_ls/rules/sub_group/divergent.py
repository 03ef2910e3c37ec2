"""A sub-group function that only some of the work-items of a sub-group reach.

## What it does
Reports `sub_group_barrier`, `sub_group_all`, `sub_group_any`, `sub_group_broadcast`, the
reductions, the scans and the pipe reservations of sub-groups where not all work-items of a
sub-group reach them. The non-uniform functions of newer extensions are not reported. The analysis
reports only values that provably differ: those that depend on the ids of work-items, through
computations, memory at addresses that differ, and calls. Kernel arguments, group ids, sizes and the
results of functions such as `work_group_broadcast` are the same for all. A bound may lie between
two sub-groups, except a kernel argument that is compared with a global id.

## Why
The work-items of the sub-group act together. If some never reach the call, the result is undefined.

## Example
```cl CL3.0
kernel void k(void) { if (get_sub_group_local_id() == 0) sub_group_barrier(CLK_LOCAL_MEM_FENCE); }
```

## Use instead
```cl CL3.0
kernel void k(void) { if (get_sub_group_id() == 0) sub_group_barrier(CLK_LOCAL_MEM_FENCE); }
```

## Versions
2.0 with `cl_khr_subgroups`; 3.0 with `__opencl_c_subgroups`.

## Reference
OpenCL C specification, "Sub-group Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.reports.divergences import report_divergences
from opencl_ls.linter.rule import DIVERGENCES, SINCE_20, Rule

RULE = Rule(Severity.WARNING, since="0.1", versions=SINCE_20)


@RULE.on_unit_reading(DIVERGENCES)
def check(context: UnitContext) -> None:
    """Report the divergences that the uniformity analysis found."""
    report_divergences(context, "sub-group", "conditional", "loop", "exit", "passed")
