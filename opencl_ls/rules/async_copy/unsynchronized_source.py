"""An async copy moves memory that the work-items of the group have just used.

## What it does
Reports `async_work_group_copy` from memory that a work-item has written with no barrier since then,
and one that overwrites what a work-item has read or written with no barrier since then. It is a
hint if the two meet for some values of arguments only.

## Why
The copy does not wait for the other work-items: it may read the old values of their elements, or
overwrite elements that they are about to read.

## Example
```cl CL1.2
kernel void k(global int *g, local int *l) {
    l[get_local_id(0)] = 1;
    event_t e = async_work_group_copy(g, l, 16, 0);
    wait_group_events(1, &e);
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g, local int *l) {
    l[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(g, l, 16, 0);
    wait_group_events(1, &e);
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
from opencl_ls.semantics import types as t

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(RACES)
def check(context: UnitContext) -> None:
    """Report the copies of memory that was used without a barrier after it."""
    for item, race in context.races:
        use, copy = race.first, race.second
        severity = copy_severity(race)
        if severity is None or race.other_group or use.by_group or not copy.by_group:
            continue
        model = context.models[item]
        name = copy.symbol.name
        if copy.is_write:
            verb = "written" if use.is_write else "read"
            message = (
                f"this copy overwrites '{name}' before the other work-items need have {verb} it"
            )
        else:
            message = f"this copies '{name}' before the other work-items need have written it"
        verb = "writes" if use.is_write else "reads"
        flag = "CLK_LOCAL_MEM_FENCE" if copy.space == t.LOCAL else "CLK_GLOBAL_MEM_FENCE"
        context.report(
            item,
            own_range(copy, model),
            f"{message}: a barrier with {flag} is missing before the copy",
            related=[(range_of(use, model), f"each work-item {verb} its element here")],
            severity=severity,
        )
