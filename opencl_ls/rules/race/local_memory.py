"""Two work-items of a group touch one element of local memory with no barrier between.

## What it does
Reports an element of local memory that one work-item writes and another one reads or writes with
no barrier between. Each report has a witness: a size of the work-group, the two work-items and the
element. It is a warning if a legal launch is all that the witness needs, and a hint if it needs a
value of an argument, or where a `mem_fence` makes the code right for work-items that run in lock
step. Accesses by atomic functions do not race with each other; work-items that write one value, and
`volatile` memory, are not reported. The page on races has the details.

## Why
The whole work-group shares a local variable, and the work-items run in any order. Without a barrier
a read may come before or after the write of another work-item.

## Example
```cl CL1.2
kernel void k(global int *g) {
    local int s[64];
    int i = get_local_id(0);
    s[i] = g[i];
    g[i] = s[63 - i];
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g) {
    local int s[64];
    int i = get_local_id(0);
    s[i] = g[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    g[i] = s[63 - i];
}
```

## Versions
All.

## Reference
OpenCL C specification, "Memory Consistency Model"; reference page __local.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.reports.races import report_races
from opencl_ls.linter.rule import RACES, Rule
from opencl_ls.semantics import types as t

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(RACES)
def check(context: UnitContext) -> None:
    """Report the races in local memory."""
    report_races(context, t.LOCAL)
