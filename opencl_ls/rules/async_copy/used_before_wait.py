"""Memory is used while an async copy from it or to it may be in progress.

## What it does
Reports an element of local memory that is read or written between an async copy that fills it and
`wait_group_events`, and one that is written while a copy may still read it.

## Why
The data is complete, and the source may be overwritten, only after the wait for the event of the
copy. A barrier does not wait for copies.

## Example
```cl CL1.2
kernel void k(global int *g, local int *l) {
    event_t e = async_work_group_copy(l, g, 64, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    g[get_global_id(0)] = l[get_local_id(0)];
    wait_group_events(1, &e);
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g, local int *l) {
    event_t e = async_work_group_copy(l, g, 64, 0);
    wait_group_events(1, &e);
    g[get_global_id(0)] = l[get_local_id(0)];
}
```

## Versions
All.

## Reference
OpenCL C specification, "Async Copies from Global to Local Memory, Local to Global Memory, and
Prefetch".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.reports.races import copy_severity, own_range, range_of
from opencl_ls.linter.rule import RACES, Rule

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(RACES)
def check(context: UnitContext) -> None:
    """Report the first use of each object that a copy moves."""
    for item, race in context.races:
        copy, use = race.first, race.second
        severity = copy_severity(race)
        if severity is None or race.other_group or not copy.by_group or use.by_group:
            continue
        model = context.models[item]
        context.report(
            item,
            own_range(use, model),
            f"the async copy that moves '{copy.symbol.name}' may still be under way here: "
            "'wait_group_events' has to come before",
            related=[(range_of(copy, model), "the copy starts here")],
            severity=severity,
        )
