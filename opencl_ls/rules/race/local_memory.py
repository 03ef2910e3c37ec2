"""Work-items of a group write and read local memory without a barrier between.

## What it does
Hints at an element of local memory that one work-item writes and another one reads or writes with
no barrier between, and at one that several work-items change or give values of their own.
Indices and guards are evaluated for the work-items of small groups, or of the size that the kernel
requires, with two iterations of each loop; values read from memory are unknown. `volatile` memory
is not reported.

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
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.rules.race._reports import report_race
from opencl_ls.semantics import types as t
from opencl_ls.semantics.memory.races import races
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Report the races that a barrier, or a single writing work-item, would fix."""
    for race in races(context.model):
        if race.space == t.LOCAL:
            report_race(context, race)
