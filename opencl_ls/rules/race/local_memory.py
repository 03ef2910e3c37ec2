"""Work-items of a group write and read local memory without a barrier between.

## What it does
Hints at a kernel in which every work-item writes its own element of a local array, and reads that
of another with no barrier between, or the other way round; and in which every work-item writes
a value of its own to one local variable. Only what every work-item carries out is looked at, in
kernels that ask for their place in the first dimension alone; `volatile` memory is left alone.

## Why
A local variable is one object that the whole work-group shares, and the work-items run in any
order. Without a barrier nobody knows whether the other has written already.

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
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.local_races import local_races
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Report the races that need no more than a barrier, or one work-item that writes."""
    for race in local_races(context.model):
        name = race.symbol.name
        if race.kind == "scalar":
            context.report(
                race.write,
                f"every work-item writes a value of its own to '{name}', which the whole "
                "work-group shares: let one of them write it, or give each its own element",
                related=[(race.symbol, f"'{name}' is declared here")],
            )
        elif race.kind == "race" and race.read is not None:
            later = "later" if race.read.start > race.write.start else "before"
            context.report(
                race.write,
                f"other work-items read elements of '{name}' that this writes, with no barrier "
                "between: whether they see the old value or the new one is open",
                related=[(race.read, f"the element of another work-item is read here, {later}")],
            )
