"""Device-side enqueue is used where the language has none.

## What it does
Reports calls of `enqueue_kernel` and related functions where the version of OpenCL C, or the
feature macros of OpenCL C 3.0, do not provide them.

## Why
Kernels that start kernels came with OpenCL C 2.0.  In 3.0 they are optional and need the feature
`__opencl_c_device_enqueue`.

## Example
```cl CL1.2
kernel void k(void) { enqueue_kernel(0, 0, 0, 0); }
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ });
}
```

## Versions
1.0 to 1.2; 3.0 without `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import NO_BLOCKS, Rule
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.enqueue import called_builtin
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=NO_BLOCKS,
    supersedes=("builtin/argument-count", "builtin/unavailable"),
)

_FUNCTIONS: Final = frozenset(
    "enqueue_kernel enqueue_marker get_default_queue create_user_event retain_event release_event "
    "set_user_event_status is_valid_event capture_event_profiling_info ndrange_1D ndrange_2D "
    "ndrange_3D get_kernel_work_group_size get_kernel_preferred_work_group_size_multiple".split()
)


@RULE.on(r.Call, about=_FUNCTIONS)
def check_call(context: RuleContext, call: r.Call) -> None:
    """Look at the names of called functions that the program does not declare."""
    name = called_builtin(context.model, call)
    if name in _FUNCTIONS:
        context.report(unwrapped(call.callee), f"'{name}' {_needs(context)}")


def _needs(context: RuleContext) -> str:
    if context.target.version >= 300:
        return "needs the feature __opencl_c_device_enqueue in OpenCL C 3.0"
    return f"needs OpenCL C 2.0 or newer: this is compiled as {context.target.version.label}"
