"""A built-in function is deprecated in this version.

## What it does
Hints at the atomic functions and the fences of OpenCL C 1.x where the version has replacements.

## Why
From 2.0 on atomic functions work on atomic types and take a memory order and a scope, and
`atomic_work_item_fence` does what the three fences did. The old functions remain, and are the only
ones for a program that supports 1.x as well. The hint is for projects that no longer support 1.x;
it needs a version in the settings.

## Example
```cl CL2.0
kernel void k(local int *p) {
    p[get_local_id(0)] = 0;
    mem_fence(CLK_LOCAL_MEM_FENCE);
}
```

## Use instead
```cl CL2.0
kernel void k(local int *p) {
    p[get_local_id(0)] = 0;
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
}
```

## Versions
2.0 and later, where the settings name the version.

## Reference
OpenCL C specification, "Atomic Legacy Functions" and "Legacy Explicit Memory Fence Functions".

## Fix safety
The fix writes a fence with its new name, order and scope. The meaning is the same, but OpenCL C 1.x
does not have it.
"""

from opencl_ls.builtins.functions import function
from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.linter.rule import NAMED_SINCE_20, Rule
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name, is_sound
from opencl_ls.semantics.memory.fences import ATOMIC_FENCE
from opencl_ls.settings.profiles import STRICT
from opencl_ls.syntax import records as r

_ORDERS = {
    "mem_fence": "memory_order_acq_rel",
    "read_mem_fence": "memory_order_acquire",
    "write_mem_fence": "memory_order_release",
}
REPLACEMENTS = dict.fromkeys(_ORDERS, ATOMIC_FENCE) | {
    "atomic_add": "atomic_fetch_add_explicit",
    "atomic_sub": "atomic_fetch_sub_explicit",
    "atomic_inc": "atomic_fetch_add_explicit",
    "atomic_dec": "atomic_fetch_sub_explicit",
    "atomic_min": "atomic_fetch_min_explicit",
    "atomic_max": "atomic_fetch_max_explicit",
    "atomic_and": "atomic_fetch_and_explicit",
    "atomic_or": "atomic_fetch_or_explicit",
    "atomic_xor": "atomic_fetch_xor_explicit",
    "atomic_xchg": "atomic_exchange_explicit",
    "atomic_cmpxchg": "atomic_compare_exchange_strong_explicit",
}
"""The replacement of each function that the tables call deprecated.

The atomic functions are those that OpenCL C 3.0 has without any feature."""

RULE = Rule(Severity.HINT, since="0.1", versions=NAMED_SINCE_20, profile=STRICT)


@RULE.on(r.Call, about=REPLACEMENTS)
def check(context: RuleContext, call: r.Call) -> None:
    """Name the function that took the place of an old one."""
    name = builtin_name(context.model, call)
    known = function(name) if name in REPLACEMENTS else None
    if known is None or not known.availability.deprecated_in(context.target):
        return
    if not is_sound(context.model, call):
        return
    callee = unwrapped(call.callee)
    if name not in _ORDERS:
        context.report(
            callee,
            f"'{name}' is deprecated from OpenCL C 2.0 on: '{REPLACEMENTS[name]}' with "
            "memory_order_relaxed replaces it for objects of atomic types",
            deprecated=True,
        )
        return
    rest = f", {_ORDERS[name]}, memory_scope_work_group"
    flags = call.arguments[0]
    edits = (
        ItemEdit(callee.start, callee.end, ATOMIC_FENCE),
        ItemEdit(flags.end, flags.end, rest),
    )
    context.report(
        callee,
        f"'{name}' is deprecated from OpenCL C 2.0 on: it is '{ATOMIC_FENCE}' with "
        f"{_ORDERS[name]} and memory_scope_work_group",
        fixes=[ItemFix(f"Write it as '{ATOMIC_FENCE}'", edits, safe=False)],
        deprecated=True,
    )
