"""Neighbouring work-items write and read global memory without a barrier between.

## What it does
Hints at an element of global memory that one work-item writes and another one of its group reads or
writes, with no barrier between: most often a neighbour's element. Indices and guards are evaluated
as for `race/local-memory`; accesses by two pointers are not compared.

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
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.rules.race._reports import report_race
from opencl_ls.semantics import types as t
from opencl_ls.semantics.memory.races import races
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Report the races in global memory."""
    for race in races(context.model):
        if race.space == t.GLOBAL:
            report_race(context, race)
