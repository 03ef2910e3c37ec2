"""A fence with a relaxed order does nothing.

## What it does
Hints at `atomic_work_item_fence` with `memory_order_relaxed`.

## Why
A fence orders the memory operations before and after it, and the relaxed order imposes no order.

## Example
```cl CL2.0
kernel void k(void) {
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_relaxed, memory_scope_work_group);
}
```

## Use instead
```cl CL2.0
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
from opencl_ls.semantics.memory.fences import ATOMIC_FENCE, constant_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_20)


@RULE.on(r.Call, about=(ATOMIC_FENCE,))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the order."""
    if builtin_name(context.model, call) != ATOMIC_FENCE or len(call.arguments) != 3:
        return
    order = call.arguments[1]
    if constant_name(context.model, order) == "memory_order_relaxed":
        context.report(
            order,
            "a relaxed fence orders nothing: say memory_order_acquire, memory_order_release or "
            "memory_order_acq_rel",
        )
