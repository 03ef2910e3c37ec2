"""An id is stored in a type smaller than `size_t`.

## What it does
Hints at the ids of work-items and work-groups, and at values computed from them, that are converted
to an integer of fewer bits without a cast.

## Why
The functions return `size_t`. In a range of more than 2147483647 work-items an `int` does not hold
all of them.

## Example
```cl
kernel void k(global int *o) { int i = get_global_id(0); o[i] = 1; }
```

## Use instead
```cl
kernel void k(global int *o) { size_t i = get_global_id(0); o[i] = 1; }
```

## Versions
All, where `size_t` has 64 bits.

## Reference
OpenCL C specification, "Work-Item Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.destinations import wanted_type
from opencl_ls.settings.profiles import PORTABLE
from opencl_ls.syntax import records as r

_IDS = (
    "get_global_id",
    "get_local_id",
    "get_group_id",
    "get_global_linear_id",
    "get_local_linear_id",
)
_COMPUTING = ("+", "-", "*", "/", "%", "<<", "|", "^")

RULE = Rule(Severity.HINT, since="0.2", profile=PORTABLE, about=_IDS)


@RULE.on(r.Call, about=_IDS)
def check(context: RuleContext, call: r.Call) -> None:
    """Follow an id to the object that stores it."""
    if context.target.pointer_bits == 32 or builtin_name(context.model, call) not in _IDS:
        return
    value: r.Expression = call
    above = context.parent(value)
    while isinstance(above, r.Parenthesized | r.Binary):
        if isinstance(above, r.Binary) and above.operator.text not in _COMPUTING:
            return
        value, above = above, context.parent(above)
    wanted = wanted_type(context.model, value)
    if isinstance(above, r.Assignment):
        wanted = context.model.types.get(above.left) if value is above.right else None
    kind = context.model.types.get(value, t.UNKNOWN_QUALIFIED).type
    if wanted is None or not isinstance(kind, t.ScalarType) or kind.floating:
        return
    goal = wanted.type
    if isinstance(goal, t.ScalarType) and not goal.floating and 8 <= goal.bits < kind.bits:
        context.report(
            value,
            f"{t.described(t.Qualified(goal))} does not hold each id, which is a 'size_t'",
        )
