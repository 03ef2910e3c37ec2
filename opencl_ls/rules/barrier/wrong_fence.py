"""The flags of a barrier leave out the memory that is written before it and read after it.

## What it does
Hints at a barrier without `CLK_LOCAL_MEM_FENCE` that is the only one between a write to local
memory and a read of the same element by another work-item; likewise for global memory, within a
group.

## Why
The flags choose which kinds of memory the barrier makes visible. Without the flag for local memory
other work-items need not see the writes to it.

## Example
```cl CL1.2
kernel void k(local int *l, global int *g) {
    size_t i = get_local_id(0);
    l[i] = g[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    g[i] = l[i ^ 1];
}
```

## Use instead
```cl CL1.2
kernel void k(local int *l, global int *g) {
    size_t i = get_local_id(0);
    l[i] = g[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    g[i] = l[i ^ 1];
}
```

## Versions
All.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.

## Fix safety
Safe: the barrier orders more memory than before.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.memory.races import races
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Report each barrier once."""
    reported: set[r.Record] = set()
    for race in races(context.model):
        barrier = race.barrier
        if race.kind != "fence" or barrier is None or barrier.call in reported:
            continue
        reported.add(barrier.call)
        flag = f"CLK_{race.space.upper()}_MEM_FENCE"
        context.report(
            barrier.flags,
            f"this barrier leaves out {race.space} memory, but '{race.symbol.name}' is written "
            f"before it and read by other work-items after it: {flag} is missing",
            related=[(race.write, "written here"), (race.read, "read here")],
            fixes=[inserting(f"Add '{flag}'", barrier.flags.end, f" | {flag}", safe=True)],
        )
