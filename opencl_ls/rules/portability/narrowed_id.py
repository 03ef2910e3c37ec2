"""An id or a size of work-items is kept in 32 bits.

## What it does
Hints at what `get_global_id` and its like return where it becomes an integer of 32 bits or fewer.
Off by default.

## Why
They return `size_t`. On a device with addresses of 64 bits a range may have more work-items than an
`int` can count, and what does not fit is cut off.

## Example
```cl
kernel void k(global float *p) {
    int i = get_global_id(0);
    p[i] = 0.0f;
}
```

## Use instead
```cl
kernel void k(global float *p) {
    size_t i = get_global_id(0);
    p[i] = 0.0f;
}
```

## Versions
All, where addresses have 64 bits.

## Reference
OpenCL C specification, "Work-Item Functions"; reference page get_global_id.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import ADDRESSES_OF_64_BITS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.calls import builtin_name
from opencl_ls.syntax import records as r

_NAMES = (
    "get_global_id",
    "get_global_size",
    "get_global_offset",
    "get_global_linear_id",
    "get_group_id",
    "get_num_groups",
)

RULE = Rule(Severity.HINT, since="0.1", versions=ADDRESSES_OF_64_BITS, enabled=False, about=_NAMES)


@RULE.on(r.Call, about=_NAMES)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the variable that a call initialises or is assigned to."""
    name = builtin_name(context.model, call)
    if name not in _NAMES:
        return
    inner: r.Record = call
    above = context.parent(call)
    while isinstance(above, r.Parenthesized):
        inner, above = above, context.parent(above)
    kind: t.Qualified | None = None
    if isinstance(above, r.InitDeclarator):
        declared = context.declared(above)
        kind = None if declared is None else declared.type
    elif isinstance(above, r.Assignment) and above.right is inner:
        kind = context.model.types.get(unwrapped(above.left))
    if kind is not None and isinstance(kind.type, t.ScalarType) and 1 < kind.type.bits < 64:
        context.report(
            call,
            f"'{name}' returns a size_t of 64 bits, of which {t.described(kind)} keeps "
            f"{kind.type.bits}",
        )
