"""The scope of a barrier is none that a barrier can have.

## What it does
Reports a scope other than `memory_scope_work_group`, `memory_scope_device` and
`memory_scope_all_svm_devices` in `work_group_barrier`, and flags in the place of the scope.

## Why
The scope says to which work-items the accesses before the barrier become visible. A barrier of a
work-group reaches all the work-items of the group at least.

## Example
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_item); }
```

## Use instead
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device); }
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.

## Fix safety
Unsafe: the barrier gets another meaning, though the one that was meant most likely.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import ItemEdit, ItemFix, RuleContext, replacing
from opencl_ls.rules.rule import SINCE_20, Rule
from opencl_ls.semantics.fences import barrier_of, is_made_of_flags, scope_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=SINCE_20)


_TOO_NARROW = ("memory_scope_work_item", "memory_scope_sub_group")


@RULE.on(r.Call, about=("work_group_barrier",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look for a scope that is narrower than the work-group."""
    barrier = barrier_of(context.model, call)
    if barrier is None or barrier.scope is None or barrier.name != "work_group_barrier":
        return
    model = context.model
    scope = scope_name(model, barrier.scope)
    if is_made_of_flags(model, barrier.scope) and not scope_name(model, barrier.flags):
        flags, further = context.text(barrier.flags), context.text(barrier.scope)
        joined = ItemEdit(barrier.flags.start, barrier.scope.end, f"{flags} | {further}")
        context.report(
            barrier.scope,
            f"'{further}' is a flag, but the second argument of '{barrier.name}' is the memory "
            "scope: join flags by '|'",
            fixes=[ItemFix("Join the flags by '|'", (joined,), safe=False)],
        )
        return
    if scope not in _TOO_NARROW:
        return
    title = "Use 'memory_scope_work_group'"
    context.report(
        barrier.scope,
        f"'{scope}' is no scope for a barrier of a work-group: it reaches the work-group, the "
        "device or all SVM devices",
        fixes=[replacing(title, barrier.scope, "memory_scope_work_group", safe=False)],
    )
