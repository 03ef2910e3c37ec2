"""An atomic operation is applied to an object in private memory.

## What it does
Reports calls of the atomic functions with a pointer into private memory, also by way of a generic
pointer that never gets another value. `atomic_init` is not an atomic operation and is not reported.

## Why
The behaviour is undefined. No other work-item can access private memory, so plain reads and writes
are enough.

## Example
```cl
kernel void k(global int *out) {
    atomic_int count;
    atomic_init(&count, 0);
    out[0] = atomic_load(&count);
}
```

## Use instead
```cl
kernel void k(global int *out) {
    local atomic_int count;
    if (get_local_id(0) == 0) atomic_init(&count, 0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[0] = atomic_load(&count);
}
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Atomic Functions".
"""

from opencl_ls.builtins.functions import function
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=SINCE_20)


@RULE.on(r.Call, about=("atomic_", "atom_"))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the memory that the first argument of an atomic function points to."""
    name = builtin_name(context.model, call)
    resolution = context.model.resolutions.get(call)
    if resolution is None or resolution.problem is not None or not call.arguments:
        return
    known = function(name)
    if known is None or known.group != "atomic" or name == "atomic_init":
        return
    for place, pointer in alternatives(context.model, call.arguments[0]):
        if _is_private(context.model, pointer):
            context.report(
                place,
                f"'{name}' on an object in private memory is undefined: atomic operations are for "
                "global and local memory",
            )


def _is_private(model: ItemModel, pointer: r.Expression) -> bool:
    """Tell whether a pointer is one into private memory, or a generic one made from it."""
    kind = value_of(model.types.get(pointer, t.UNKNOWN_QUALIFIED)).type
    if not isinstance(kind, t.PointerType):
        return False
    space = t.object_space(kind.pointee)
    inner = unwrapped(pointer)
    if space == t.GENERIC and isinstance(inner, r.Cast):
        return _is_private(model, inner.operand)
    return space == t.PRIVATE
