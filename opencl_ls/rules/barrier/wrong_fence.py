"""The flags of a barrier leave out the memory that is written before it and read after it.

## What it does
Reports a barrier without `CLK_LOCAL_MEM_FENCE` that is the only one between a write to local
memory and a read of the same element by another work-item; likewise for global memory, within a
group. It is a hint where the read comes first, or where a value of an argument decides.

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

from typing import TYPE_CHECKING

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext, inserting
from opencl_ls.linter.reports.races import is_certain, range_of
from opencl_ls.linter.rule import RACES, Rule
from opencl_ls.semantics.memory.fences import flags_value

if TYPE_CHECKING:
    from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(RACES)
def check(context: UnitContext) -> None:
    """Report each barrier once."""
    reported: set[r.Record] = set()
    for item, race in context.races:
        first, second = race.first, race.second
        barrier = first.fence or second.fence
        model = context.models[item]
        if barrier is None or barrier.call in reported or barrier.call not in model.parents:
            continue
        if flags_value(model, barrier.flags) is None:
            continue
        reported.add(barrier.call)
        flag = f"CLK_{first.space.upper()}_MEM_FENCE"
        before = "written" if first.is_write else "read"
        after = "written" if second.is_write else "read"
        context.report(
            item,
            barrier.flags,
            f"this barrier leaves out {first.space} memory, but '{first.symbol.name}' is {before} "
            f"before it and {after} by other work-items after it: {flag} is missing",
            related=[
                (range_of(first, model), f"{before} here"),
                (range_of(second, model), f"{after} here"),
            ],
            fixes=[inserting(f"Add '{flag}'", barrier.flags.end, f" | {flag}", safe=True)],
            severity=None if first.is_write and is_certain(race) else Severity.HINT,
        )
