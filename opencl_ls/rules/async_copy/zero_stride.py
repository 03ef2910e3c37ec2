"""A strided async copy has the stride 0.

## What it does
Reports a constant 0 as the stride of `async_work_group_strided_copy`, unless a constant condition
decides whether the call is reached.

## Why
The stride is the distance between the elements that are copied, counted in elements. With 0 the
behaviour is undefined.

## Example
```cl CL1.2
kernel void k(global int *g, local int *l) {
    event_t e = async_work_group_strided_copy(l, g, 16, 0, 0);
    wait_group_events(1, &e);
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g, local int *l) {
    event_t e = async_work_group_strided_copy(l, g, 16, 2, 0);
    wait_group_events(1, &e);
}
```

## Versions
1.1 and later.

## Reference
OpenCL C specification, "Async Copies from Global to Local Memory, Local to Global Memory, and
Prefetch".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_11, Rule
from opencl_ls.semantics.flow.reachability import is_configured
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.syntax import records as r

_NAME = "async_work_group_strided_copy"

RULE = Rule(Severity.WARNING, since="0.1", versions=SINCE_11, about=(_NAME,))


@RULE.on(r.Call, about=(_NAME,))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the stride."""
    if builtin_name(context.model, call) != _NAME or len(call.arguments) != 5:
        return
    for place, stride in alternatives(context.model, call.arguments[3]):
        is_zero = fixed_values(context.model).integer(stride) == 0
        if not is_zero or is_configured(context.model, call):
            continue
        context.report(
            place,
            "a copy with the stride 0 is undefined: the stride is the distance from one element to "
            "the next",
        )
