"""An atomic operation has the scope of one work-item.

## What it does
Reports `memory_scope_work_item` in atomic functions, and in fences whose flags are without
`CLK_IMAGE_MEM_FENCE`.

## Why
The scope has one purpose: to order a work-item's own reads and writes of an image. It orders
nothing between work-items, and the specification allows it nowhere else.

## Example
```cl
kernel void k(global atomic_int *a) {
    atomic_store_explicit(a, 1, memory_order_release, memory_scope_work_item);
}
```

## Use instead
```cl
kernel void k(global atomic_int *a) {
    atomic_store_explicit(a, 1, memory_order_release, memory_scope_work_group);
}
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Memory Scope", "Fences".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.memory.fences import (
    ATOMIC_FENCE,
    IMAGE,
    flags_value,
    scope_name,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=SINCE_20)


@RULE.on(r.Call, about=("atomic_",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the last argument of the functions that take a scope."""
    name = builtin_name(context.model, call)
    if not name.startswith("atomic_") or not call.arguments:
        return
    places = [
        place
        for place, scope in alternatives(context.model, call.arguments[-1])
        if scope_name(context.model, scope) == "memory_scope_work_item"
    ]
    if not places:
        return
    if name == ATOMIC_FENCE:
        flags = flags_value(context.model, call.arguments[0])
        if flags is None or flags & IMAGE:
            return
    elif not name.endswith("_explicit"):
        return
    for place in places:
        context.report(
            place,
            f"'memory_scope_work_item' is no scope for '{name}': it is only for fences with "
            "CLK_IMAGE_MEM_FENCE",
        )
