"""The flags of a barrier hold bits that mean nothing.

## What it does
Reports constant flags of a barrier or a fence that are not 0 and no combination of
`CLK_LOCAL_MEM_FENCE`, `CLK_GLOBAL_MEM_FENCE` and `CLK_IMAGE_MEM_FENCE`.

## Why
The flags say which kinds of memory the barrier orders; other numbers have no meaning.

## Example
```cl CL2.0
kernel void k(void) { work_group_barrier(8); }
```

## Use instead
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
```

## Versions
All.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.fences import FENCE_NAMES, GLOBAL, IMAGE, LOCAL, barrier_of, flags_value
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Call, about=FENCE_NAMES)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the value of constant flags."""
    barrier = barrier_of(context.model, call, FENCE_NAMES)
    if barrier is None:
        return
    value = flags_value(context.model, barrier.flags)
    if value is None or not value & ~(LOCAL | GLOBAL | IMAGE):
        return
    context.report(
        barrier.flags,
        f"{value} is no combination of flags that '{barrier.name}' knows: use CLK_LOCAL_MEM_FENCE, "
        "CLK_GLOBAL_MEM_FENCE, or both joined by '|'",
    )
