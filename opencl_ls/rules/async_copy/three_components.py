"""An async copy moves vectors of three components.

## What it does
Hints at `async_work_group_copy`, and at its strided variant, between arrays of vectors with three
components.

## Why
The functions treat such a vector as one of four components: they copy the padding as well. If the
arrays are packed, with three consecutive numbers, the copy moves too much.

## Example
```cl CL1.2
kernel void k(global float3 *from, local float3 *to) {
    event_t done = async_work_group_copy(to, from, 16, 0);
    wait_group_events(1, &done);
}
```

## Use instead
```cl CL1.2
kernel void k(global float4 *from, local float4 *to) {
    event_t done = async_work_group_copy(to, from, 16, 0);
    wait_group_events(1, &done);
}
```

## Versions
1.1 and later.

## Reference
OpenCL C specification, "Async Copies from Global to Local Memory, Local to Global Memory, and
Prefetch"; reference page async_work_group_copy.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_11, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name, is_sound
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

_NAMES = ("async_work_group_copy", "async_work_group_strided_copy")

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_11, about=_NAMES)


@RULE.on(r.Call, about=_NAMES)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at what the copied pointers point to."""
    name = builtin_name(context.model, call)
    if name not in _NAMES or len(call.arguments) < 2 or not is_sound(context.model, call):
        return
    kind = value_of(context.model.types.get(call.arguments[0], t.UNKNOWN_QUALIFIED)).type
    element = kind.pointee.type if isinstance(kind, t.PointerType) else None
    if isinstance(element, t.VectorType) and element.width == 3:
        of_four = f"{element.element.name}4"
        context.report(
            call.arguments[0],
            f"the copy takes each {element.element.name}3 for {of_four}: it moves the padding, too",
        )
