"""A barrier is called by its old name.

## What it does
Hints at `barrier` where the language version has `work_group_barrier`. The old name stays valid in
every version.

## Why
From 2.0 on the function is called `work_group_barrier`, which also takes a memory scope. The hint
is for projects that no longer support 1.x; the old name is harmless.

## Example
```cl CL2.0
kernel void k(void) { barrier(CLK_LOCAL_MEM_FENCE); }
```

## Use instead
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_LOCAL_MEM_FENCE); }
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.

## Fix safety
Both names mean the same function, but OpenCL C 1.x has only the old one: a program that is built
for such a device as well no longer compiles.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics.memory.fences import barrier_of
from opencl_ls.settings.profiles import STRICT
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_20, profile=STRICT)


@RULE.on(r.Call, about=("barrier",))
def check(context: RuleContext, call: r.Call) -> None:
    """Offer the new name of a barrier with flags alone."""
    barrier = barrier_of(context.model, call)
    if barrier is None or barrier.name != "barrier" or barrier.scope is not None:
        return
    context.report(
        call.callee,
        "'barrier' is called 'work_group_barrier' from OpenCL C 2.0 on; the old name stays valid",
        fixes=[
            replacing(
                "Rename to 'work_group_barrier'", call.callee, "work_group_barrier", safe=False
            )
        ],
    )
