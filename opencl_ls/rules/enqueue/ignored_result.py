"""The result of `enqueue_kernel` is not checked.

## What it does
Reports calls of `enqueue_kernel` whose result is discarded. Off by default.

## Why
A launch can fail, for example because the queue is full. Only the result shows it.

## Example
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q, global int *status) {
    *status = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ });
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
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.enqueue import called_builtin
from opencl_ls.settings.profiles import STRICT
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS, profile=STRICT, about=("enqueue_kernel",))


@RULE.on(r.ExpressionStatement)
def check(context: RuleContext, statement: r.ExpressionStatement) -> None:
    """Look at statements that consist of a call."""
    call = unwrapped(statement.expression)
    if isinstance(call, r.Call) and called_builtin(context.model, call) == "enqueue_kernel":
        context.report(unwrapped(call.callee), "the result of this launch is not checked")
