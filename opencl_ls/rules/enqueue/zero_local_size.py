"""A local argument of an enqueued block has the size 0.

## What it does
Reports a constant 0 among the sizes after the block of `enqueue_kernel`.

## Why
Such a call always fails, with `CLK_INVALID_ARG_SIZE`.

## Example
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(local void *p) { }, 0);
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(local void *p) { }, 64u);
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
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.enqueue import enqueue_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=("enqueue_kernel",))


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the sizes."""
    found = enqueue_of(context.model, call)
    if found is None or not found.sizes:
        return
    folder = fixed_values(context.model)
    for size in found.sizes:
        if folder.integer(size) == 0:
            context.report(
                size, "a local argument of size 0: the call fails with CLK_INVALID_ARG_SIZE"
            )
