"""A local variable is read before anything has been written to it.

## What it does
Reports a read of a local variable that a kernel reaches before any write, and a read of a variable
that is never written. A variable whose address is passed on is not reported.

## Why
A local variable cannot be initialised, and its value is undefined when a work-group begins.

## Example
```cl CL1.2
kernel void k(global int *g) {
    local int count;
    if (count == 0) g[0] = 1;
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g) {
    local int count;
    if (get_local_id(0) == 0) count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (count == 0) g[0] = 1;
}
```

## Versions
All.

## Reference
OpenCL C specification, "__local (or local)"; reference page __local.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.memory.races import races
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Report the first read of each object."""
    for race in races(context.model):
        if race.kind == "unwritten":
            name = f"'{race.symbol.name}'"
            context.report(
                race.read,
                f"nothing has been written to {name} when this is read: local memory has no value "
                "when a work-group begins",
                related=[(race.symbol, f"{name} is declared here")],
            )
