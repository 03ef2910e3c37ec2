"""A host program sets an argument that the kernel does not have.

## What it does
Reports an index that is not below the number of the kernel's parameters.

## Why
The call returns `CL_INVALID_ARG_INDEX`. Often the kernel lost a parameter that the host still sets.

## Example
```cl CL1.2
kernel void scale(global float *out, int n, float factor) {
    int i = get_global_id(0);
    if (i < n) out[i] *= factor;
}
```

```c
cl_kernel kernel = clCreateKernel(program, "scale", NULL);
clSetKernelArg(kernel, 3, sizeof(cl_float), &factor);
```

## Use instead
```cl CL1.2
kernel void scale(global float *out, int n, float factor) {
    int i = get_global_id(0);
    if (i < n) out[i] *= factor;
}
```

```c
cl_kernel kernel = clCreateKernel(program, "scale", NULL);
clSetKernelArg(kernel, 2, sizeof(cl_float), &factor);
```

## Versions
All.

## Reference
OpenCL API specification, clSetKernelArg.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.host_side import HostContext, PassedIndex
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(PassedIndex)
def check(context: HostContext, passed: PassedIndex) -> None:
    """Compare an index with the number of the parameters."""
    kernel, count = passed.kernel, len(passed.kernel.parameters)
    if not 0 <= passed.number < count:
        words = "takes none" if not count else f"its last one is argument {count - 1}"
        context.report(
            passed.place,
            f"kernel '{kernel.name}' has no argument {passed.number}: {words}",
            [(kernel.place, "the kernel")],
        )
