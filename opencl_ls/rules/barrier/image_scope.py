"""The scope of a barrier for images is too wide.

## What it does
Reports `memory_scope_all_svm_devices` beside `CLK_IMAGE_MEM_FENCE`, and hints at
`memory_scope_device`.

## Why
Images are not shared virtual memory. The pages of OpenCL C 2.0 allowed the work-group and the
device as scopes; the current specification allows the work-group only.

## Example
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_IMAGE_MEM_FENCE, memory_scope_all_svm_devices); }
```

## Use instead
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_IMAGE_MEM_FENCE, memory_scope_work_group); }
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.

## Fix safety
Unsafe: the scope then covers fewer work-items than before.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics.memory.fences import (
    IMAGE,
    barrier_of,
    flags_value,
    scope_name,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=SINCE_20)


@RULE.on(r.Call, about=("work_group_barrier",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look for a wide scope beside the image flag."""
    barrier = barrier_of(context.model, call)
    if barrier is None or barrier.scope is None or barrier.name != "work_group_barrier":
        return
    if not (flags_value(context.model, barrier.flags) or 0) & IMAGE:
        return
    scope = scope_name(context.model, barrier.scope)
    title = "Use 'memory_scope_work_group'"
    fixes = [replacing(title, barrier.scope, "memory_scope_work_group", safe=False)]
    if scope in ("memory_scope_all_svm_devices", "memory_scope_all_devices"):
        context.report(
            barrier.scope,
            f"'{scope}' cannot go with 'CLK_IMAGE_MEM_FENCE': images are synchronised within the "
            "work-group",
            fixes=fixes,
        )
    elif scope == "memory_scope_device":
        context.report(
            barrier.scope,
            "'memory_scope_device' with 'CLK_IMAGE_MEM_FENCE' was allowed in the first OpenCL C "
            "2.0; the current specification allows 'memory_scope_work_group' only",
            severity=Severity.HINT,
            fixes=fixes,
        )
