"""`enqueue_kernel` is called without its flags.

## What it does
Reports a call whose second argument is the range of the kernel, where the flags belong.

## Why
The flags say when the child may begin, and are not optional. The first example of the reference
page omits them; compilers then report too few arguments.

## Example
```cl CL2.0
kernel void k(global int *a) {
    ndrange_t n = ndrange_1D(1);
    enqueue_kernel(get_default_queue(), n, ^{ a[0] = 1; });
}
```

## Use instead
```cl CL2.0
kernel void k(global int *a) {
    ndrange_t n = ndrange_1D(1);
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, n, ^{ a[0] = 1; });
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Unsafe: waiting for the parent kernel is one of three choices.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.enqueue import called_builtin
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=BLOCKS,
    about=("enqueue_kernel",),
    supersedes=("builtin/argument-count", "builtin/no-matching-form"),
)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look for a range in place of the flags."""
    if called_builtin(context.model, call) != "enqueue_kernel" or len(call.arguments) < 2:
        return
    second = call.arguments[1]
    if _is_range(context, second):
        flags = "CLK_ENQUEUE_FLAGS_WAIT_KERNEL"
        context.report(
            second,
            "the flags are missing before the range: enqueue_kernel(queue, flags, range, block)",
            fixes=[inserting(f"Insert '{flags}'", second.start, f"{flags}, ", safe=False)],
        )


def _is_range(context: RuleContext, expression: r.Expression) -> bool:
    inner = unwrapped(expression)
    if isinstance(inner, r.Call) and called_builtin(context.model, inner).startswith("ndrange_"):
        return True
    return context.model.types.get(inner, t.UNKNOWN_QUALIFIED).type == t.opaque("ndrange_t")
