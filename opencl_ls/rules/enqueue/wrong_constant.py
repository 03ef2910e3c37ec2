"""A result of device-side enqueue is compared with a constant of the host API.

## What it does
Reports `CL_SUCCESS`, `CL_ENQUEUE_FAILURE`, `CL_INVALID_QUEUE` and similar names, for which device
code has constants of its own, in a program that does not define them.

## Why
Device code has `CLK_SUCCESS` and `CLK_ENQUEUE_FAILURE`. The reference page prints the names of the
host's interface, which do not exist on the device.

## Example
```cl CL2.0
kernel void k(queue_t q, global int *r) {
    r[0] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ }) == CL_SUCCESS;
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q, global int *r) {
    r[0] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ }) == CLK_SUCCESS;
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Safe: nothing else can be meant.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics.lookup.enqueue import HOST_RESULTS
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=HOST_RESULTS)


@RULE.on(r.Name, about=RULE.about)
def check(context: RuleContext, name: r.Name) -> None:
    """Look for the host's names that the program does not declare."""
    if name.name not in HOST_RESULTS or context.symbol(name) is not None:
        return
    meant = "CLK" + name.name[2:]
    context.report(
        name,
        f"'{name.name}' is a constant of the host: device code has '{meant}'",
        fixes=[replacing(f"Write '{meant}'", name, meant, safe=True)],
    )
