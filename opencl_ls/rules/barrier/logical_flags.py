"""The flags of a barrier are combined by an operator that does not combine them.

## What it does
Reports `||`, `&&` and `&` between the flags of a barrier or a fence.

## Why
Flags are bits. `||` and `&&` give 1 or 0, and `&` of two different flags gives 0: the barrier then
orders other memory than was meant.

## Example
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_LOCAL_MEM_FENCE || CLK_GLOBAL_MEM_FENCE); }
```

## Use instead
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
```

## Versions
All.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.

## Fix safety
Unsafe: the barrier orders more memory than before.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, replacing
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.alternatives import alternatives
from opencl_ls.semantics.fences import (
    WITH_FLAGS,
    barrier_of,
    flags_value,
    is_made_of_flags,
    joined,
)
from opencl_ls.semantics.model import ItemModel
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Call, about=WITH_FLAGS)
def check(context: RuleContext, call: r.Call) -> None:
    """Look for the operator between two flags."""
    barrier = barrier_of(context.model, call, WITH_FLAGS)
    if barrier is None:
        return
    for place, value in alternatives(context.model, barrier.flags):
        for flags in joined(value):
            if not isinstance(flags, r.Binary) or not _is_wrong(context.model, flags):
                continue
            operator = flags.operator
            where, fixes = "", [replacing("Replace by '|'", operator, "|", safe=False)]
            if value is not place:
                where, fixes = f" in the value of '{context.text(place)}'", []
            context.report(
                operator if value is place else place,
                f"'{operator.text}'{where} does not combine flags: '|' does",
                fixes=fixes,
            )


def _is_wrong(model: ItemModel, flags: r.Binary) -> bool:
    """Tell whether an operator between flags gives none; what several have in common is one."""
    if flags.operator.text not in ("||", "&&", "&") or not is_made_of_flags(model, flags):
        return False
    return flags.operator.text != "&" or not flags_value(model, flags)
