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
from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.fences import FENCE_NAMES, barrier_of, flags_value, is_made_of_flags
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Call, about=FENCE_NAMES)
def check(context: RuleContext, call: r.Call) -> None:
    """Look for the operator between two flags."""
    model = context.model
    barrier = barrier_of(model, call, FENCE_NAMES)
    flags = None if barrier is None else unwrapped(barrier.flags)
    if not isinstance(flags, r.Binary) or flags.operator.text not in ("||", "&&", "&"):
        return
    if not is_made_of_flags(model, flags):
        return
    if flags.operator.text == "&" and flags_value(model, flags):
        # What several flags have in common is a flag again.
        return
    context.report(
        flags.operator,
        f"'{flags.operator.text}' does not combine flags: '|' does",
        fixes=[replacing("Replace by '|'", flags.operator, "|", safe=False)],
    )
