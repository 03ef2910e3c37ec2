"""An async copy reads local memory that the work-items of the group have just written.

## What it does
Hints at `async_work_group_copy` from a local array to which every work-item wrote, with no barrier
between.

## Why
The copy does not wait for the other work-items: it may read the old values of their elements.

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
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.memory.races import races
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Report the copies of memory that was written without a barrier after it."""
    for race in races(context.model):
        if race.kind == "copy":
            context.report(
                race.read,
                f"this copies '{race.symbol.name}' before the other work-items need have written "
                "it: a barrier with CLK_LOCAL_MEM_FENCE is missing before the copy",
                related=[(race.write, "each work-item writes its element here")],
            )
