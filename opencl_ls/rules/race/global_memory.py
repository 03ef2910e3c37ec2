"""Two work-items touch one element of global memory, and nothing orders them.

## What it does
Reports an element of global memory that one work-item writes and another one reads or writes: one
of its group with no barrier between, or one of another group. Each report has a witness: a size of
the work-group, the two work-items and the element. It is a warning if a legal launch is all that
the witness needs, and a hint if it needs a value of an argument. Different pointers count as
pointers to different objects. The page on races has the details.

## Why
The work-items run in any order, and no barrier synchronises those of different groups. If an array
is updated in place, each element from its neighbours, the result depends on the order.

## Example
```cl CL1.2
kernel void smooth(global float *a) {
    size_t i = get_global_id(0);
    a[i] = 0.5f * (a[i] + a[i + 1]);
}
```

## Use instead
```cl CL1.2
kernel void smooth(global const float *a, global float *b) {
    size_t i = get_global_id(0);
    b[i] = 0.5f * (a[i] + a[i + 1]);
}
```

## Versions
All.

## Reference
OpenCL C specification, "Memory Consistency Model".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.reports.races import report_races
from opencl_ls.linter.rule import RACES, Rule
from opencl_ls.semantics import types as t

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(RACES)
def check(context: UnitContext) -> None:
    """Report the races in global memory."""
    report_races(context, t.GLOBAL)
