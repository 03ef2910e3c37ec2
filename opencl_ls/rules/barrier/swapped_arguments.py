"""The flags and the scope of a barrier are swapped.

## What it does
Reports a memory scope in the first place of `work_group_barrier`, where the flags belong.

## Why
Both are integers to the compiler, which takes the number of the scope for flags: the barrier then
orders other memory than intended, or none.

## Example
```cl CL2.0
kernel void k(void) { work_group_barrier(memory_scope_device, CLK_GLOBAL_MEM_FENCE); }
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
Unsafe: the barrier orders other memory than before.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.memory.fences import NAMES, barrier_of, scope_name
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR, since="0.1", versions=SINCE_20, supersedes=("builtin/no-matching-form",)
)


@RULE.on(r.Call, about=NAMES)
def check(context: RuleContext, call: r.Call) -> None:
    """Look for a scope where the flags belong."""
    barrier = barrier_of(context.model, call, NAMES)
    if barrier is None:
        return
    scope = scope_name(context.model, barrier.flags)
    if not scope:
        return
    fixes = []
    if barrier.scope is not None and not scope_name(context.model, barrier.scope):
        first, second = barrier.flags, barrier.scope
        edits = (
            ItemEdit(first.start, first.end, context.text(second)),
            ItemEdit(second.start, second.end, context.text(first)),
        )
        fixes.append(ItemFix("Swap the arguments", edits, safe=False))
    context.report(
        barrier.flags,
        f"'{scope}' is a memory scope, but the first argument of '{barrier.name}' are the flags: "
        "the scope comes second",
        fixes=fixes,
        severity=None if context.symbol(unwrapped(barrier.flags)) is None else Severity.WARNING,
    )
