"""A barrier cannot have this scope.

## What it does
Reports a scope other than `memory_scope_work_group`, `memory_scope_device` and
`memory_scope_all_svm_devices` in `work_group_barrier`, and flags, a memory order or a number
without a meaning in place of the scope.

## Why
The scope says to which work-items the accesses before the barrier become visible. A barrier of a
work-group covers at least all the work-items of the group.

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
Unsafe: the barrier gets another meaning, most likely the intended one.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemEdit,
    ItemFix,
    RuleContext,
    replacing,
)
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.constness import constants_of
from opencl_ls.semantics.memory.fences import (
    SCOPES,
    barrier_of,
    is_made_of_flags,
    scope_name,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=SINCE_20)


_TOO_NARROW: Final = ("memory_scope_work_item", "memory_scope_sub_group")


@RULE.on(r.Call, about=("work_group_barrier",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look for flags, for a scope narrower than the work-group, and for other values."""
    barrier = barrier_of(context.model, call)
    if barrier is None or barrier.scope is None or barrier.name != "work_group_barrier":
        return
    model = context.model
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
    for place, scope in alternatives(model, barrier.scope):
        what = _not_a_scope(context, scope)
        if what:
            title = "Use 'memory_scope_work_group'"
            context.report(
                place,
                f"{what} is no scope for a barrier of a work-group: it reaches the work-group, "
                "the device or all SVM devices",
                fixes=[replacing(title, place, "memory_scope_work_group", safe=False)],
            )


def _not_a_scope(context: RuleContext, scope: r.Expression) -> str:
    """Return a wrong scope in quotes: a narrow one, a memory order, a number of none; else ""."""
    if isinstance(scope, r.Name) and context.symbol(scope) is None:
        wrong = scope.name in _TOO_NARROW or scope.name.startswith("memory_order_")
        return f"'{scope.name}'" if wrong else ""
    value = constants_of(context.model).integer(scope)
    return "" if value is None or 0 <= value < len(SCOPES) else f"{value}"
