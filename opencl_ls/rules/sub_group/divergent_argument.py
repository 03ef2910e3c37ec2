"""An argument of a sub-group function differs between the work-items of a sub-group.

## What it does
Reports an argument that has to be equal for the whole sub-group and differs: the id in
`sub_group_broadcast`, the flags of `sub_group_barrier`, the arguments of a pipe reservation.
The analysis reports only values that provably differ: those that depend on the ids of work-items,
through computations, memory at addresses that differ, and calls. Kernel arguments, group ids, sizes
and the results of functions such as `work_group_broadcast` are the same for all.

## Why
The work-items of the sub-group act together, so they have to pass the same arguments.

## Example
```cl CL3.0
kernel void k(global int *g) { g[0] = sub_group_broadcast(g[1], get_sub_group_local_id()); }
```

## Use instead
```cl CL3.0
kernel void k(global int *g) { g[0] = sub_group_broadcast(g[1], 0); }
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
    report_divergences(context, "sub-group", "argument")
