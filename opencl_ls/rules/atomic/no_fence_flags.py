"""A fence orders no memory.

## What it does
Reports `atomic_work_item_fence` with constant flags of 0.

## Why
The flags say which memory is ordered, and at least one is required: unlike a barrier without flags,
a fence without flags is undefined.

## Example
```cl
kernel void k(void) {
    atomic_work_item_fence(0, memory_order_acq_rel, memory_scope_work_group);
}
```

## Use instead
```cl
kernel void k(void) {
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
}
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Fences"; reference page atomic_work_item_fence.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.memory.fences import ATOMIC_FENCE, flags_value
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=SINCE_20)


@RULE.on(r.Call, about=(ATOMIC_FENCE,))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the first argument of the fence."""
    if builtin_name(context.model, call) != ATOMIC_FENCE or not call.arguments:
        return
    flags = call.arguments[0]
    if flags_value(context.model, flags) == 0:
        context.report(
            flags,
            f"'{ATOMIC_FENCE}' needs at least one of CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE "
            "and CLK_IMAGE_MEM_FENCE: with flags 0 it is undefined",
        )
