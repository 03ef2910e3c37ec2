"""A host program starts a kernel and has not set all of its arguments.

## What it does
Reports a start of a kernel that one function creates, sets up and starts, with the parameters that
it never sets. If the kernel is passed on, or an index is not a constant, nothing is reported.

## Why
The start returns `CL_INVALID_KERNEL_ARGS`.

## Example
```cl CL1.2
kernel void scale(global float *out, int n, float factor) {
    int i = get_global_id(0);
    if (i < n) out[i] *= factor;
}
```

```c
cl_kernel kernel = clCreateKernel(program, "scale", NULL);
clSetKernelArg(kernel, 0, sizeof(cl_mem), &out);
clSetKernelArg(kernel, 1, sizeof(cl_int), &n);
clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
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
clSetKernelArg(kernel, 0, sizeof(cl_mem), &out);
clSetKernelArg(kernel, 1, sizeof(cl_int), &n);
clSetKernelArg(kernel, 2, sizeof(cl_float), &factor);
clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
```

## Versions
All.

## Reference
OpenCL API specification, clEnqueueNDRangeKernel.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.host_side import HostContext, Start
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Start)
def check(context: HostContext, start: Start) -> None:
    """Look for parameters that no call sets."""
    if start.passed is None:
        return
    kernel = start.kernel
    missing = [
        (index, each) for index, each in enumerate(kernel.parameters) if index not in start.passed
    ]
    if missing:
        named = ", ".join(f"{index} ('{each.text}')" for index, each in missing)
        words = "argument" if len(missing) == 1 else "arguments"
        context.report(
            start.place,
            f"kernel '{kernel.name}' starts, and nothing sets its {words} {named}",
            [(each.place, "the parameter") for _, each in missing],
        )
