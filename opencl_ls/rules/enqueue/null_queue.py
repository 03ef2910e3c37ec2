"""A kernel is enqueued on the null queue.

## What it does
Reports `CLK_NULL_QUEUE`, or a variable that holds nothing else, as the first argument of
`enqueue_kernel` or `enqueue_marker`.

## Why
Such a call always fails, with `CLK_INVALID_QUEUE`.

## Example
```cl CL2.0
kernel void k(void) {
    enqueue_kernel(CLK_NULL_QUEUE, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ });
}
```

## Use instead
```cl CL2.0
kernel void k(void) {
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ });
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.enqueue import called_builtin, is_null, named_constant
from opencl_ls.syntax import records as r

_ENQUEUING = ("enqueue_kernel", "enqueue_marker")

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=_ENQUEUING)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the queue."""
    if called_builtin(context.model, call) not in _ENQUEUING or not call.arguments:
        return
    for place, value in alternatives(context.model, call.arguments[0]):
        # A zero is a queue only if it was stored in one; as an argument it is another error.
        is_zero = place is not value and is_null(value)
        if is_zero or named_constant(context.model, value) == "CLK_NULL_QUEUE":
            message = "the null queue takes no work: the call fails with CLK_INVALID_QUEUE"
            context.report(place, message)
