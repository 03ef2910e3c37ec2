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
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.memory.races import races
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Report the first use of each object that a copy moves."""
    for race in races(context.model):
        if race.kind == "early":
            context.report(
                race.read,
                f"the async copy that moves '{race.symbol.name}' may still be under way here: "
                "'wait_group_events' has to come before",
                related=[(race.write, "the copy starts here")],
            )
