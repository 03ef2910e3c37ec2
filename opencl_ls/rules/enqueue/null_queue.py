"""A kernel is enqueued on the null queue.

## What it does
Reports `CLK_NULL_QUEUE` as the first argument of `enqueue_kernel`.

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
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.enqueue import called_builtin
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=("enqueue_kernel",))


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the queue."""
    if called_builtin(context.model, call) != "enqueue_kernel" or not call.arguments:
        return
    queue = unwrapped(call.arguments[0])
    if isinstance(queue, r.Name) and queue.name == "CLK_NULL_QUEUE":
        context.report(
            call.arguments[0],
            "the null queue takes no work: the call fails with CLK_INVALID_QUEUE",
        )
