"""The flags of a barrier hold bits without a meaning.

## What it does
Reports constant flags of a barrier or a fence that are neither 0 nor a combination of
`CLK_LOCAL_MEM_FENCE`, `CLK_GLOBAL_MEM_FENCE` and `CLK_IMAGE_MEM_FENCE`, constants of OpenCL C with
another purpose, and floating values.

## Why
The flags say which kinds of memory the barrier orders; other numbers have no meaning.

## Example
```cl CL2.0
kernel void k(void) { work_group_barrier(8); }
```

## Use instead
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
```

## Versions
All.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.
"""

from opencl_ls.builtins.names import is_builtin
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.memory.fences import (
    FLAGS,
    GLOBAL,
    IMAGE,
    LOCAL,
    WITH_FLAGS,
    barrier_of,
    flags_value,
    joined,
)
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", supersedes=("builtin/argument-count",))

_USE = "use CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE, or both joined by '|'"


@RULE.on(r.Call, about=WITH_FLAGS)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the value of constant flags, and for constants that are no flags."""
    barrier = barrier_of(context.model, call, WITH_FLAGS)
    if barrier is None:
        return
    for place, flags in alternatives(context.model, barrier.flags):
        kind = value_of(context.model.types.get(place, t.UNKNOWN_QUALIFIED))
        if isinstance(kind.type, t.ScalarType) and kind.type.floating:
            what = f"a '{kind.type.name}' is no combination of flags, which are bits of an integer"
            context.report(place, f"{what}: {_USE}")
            continue
        value = flags_value(context.model, flags)
        if value is not None:
            if value & ~(LOCAL | GLOBAL | IMAGE):
                what = f"{value} is no combination of flags that '{barrier.name}' knows"
                context.report(place, f"{what}: {_USE}")
        elif flags is place:
            for each in joined(flags):
                if _is_foreign(context.model, each):
                    what = f"'{context.text(each)}' is no flag of '{barrier.name}'"
                    context.report(each, f"{what}: {_USE}")


def _is_foreign(model: ItemModel, flag: r.Expression) -> bool:
    """Tell whether an expression is a constant of OpenCL C for something else."""
    if not isinstance(flag, r.Name) or model.references.get(flag) is not None:
        return False
    known = flag.name not in FLAGS and is_builtin(flag.name)
    return known and flag.name.startswith(("CLK_", "memory_order_"))
