"""A work-group pipe function that not all work-items of a group reach in the same way.

## What it does
Reports `work_group_reserve_read_pipe`, `work_group_commit_read_pipe` and the others where not all
work-items of a work-group reach them, or where an argument differs between them. The analysis
reports only values that provably differ: those that depend on the ids of work-items, through
computations, memory at addresses that differ, and calls. Kernel arguments, group ids, sizes and the
results of functions such as `work_group_broadcast` are the same for all.

## Why
The work-group makes one reservation together. If some never reach the call, or pass other
arguments, the result is undefined.

## Example
```cl CL2.0
kernel void k(read_only pipe int p) {
    if (get_local_id(0) == 0) {
        reserve_id_t r = work_group_reserve_read_pipe(p, 1);
        work_group_commit_read_pipe(p, r);
    }
}
```

## Use instead
```cl CL2.0
kernel void k(read_only pipe int p) {
    reserve_id_t r = work_group_reserve_read_pipe(p, 1);
    if (is_valid_reserve_id(r)) work_group_commit_read_pipe(p, r);
}
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Work-group Pipe Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.reports.divergences import report_divergences
from opencl_ls.linter.rule import DIVERGENCES, PIPES, Rule

RULE = Rule(Severity.WARNING, since="0.1", versions=PIPES)


@RULE.on_unit_reading(DIVERGENCES)
def check(context: UnitContext) -> None:
    """Report the divergences that the uniformity analysis found."""
    report_divergences(context, "pipe", "conditional", "loop", "exit", "passed", "argument")
