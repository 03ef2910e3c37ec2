"""A host program passes a value of another size than the parameter has.

## What it does
Reports a value whose size is known and is not that of the kernel's parameter. Types of the host
whose size depends on its data model, such as `long` and `size_t`, are compared with all of their
sizes.

## Why
The call returns `CL_INVALID_ARG_SIZE`. A vector of three components has the size of four.

## Example
```cl CL1.2
kernel void scale(global float *out, int n, float factor) {
    int i = get_global_id(0);
    if (i < n) out[i] *= factor;
}
```

```c
cl_kernel kernel = clCreateKernel(program, "scale", NULL);
double factor = 2;
clSetKernelArg(kernel, 2, sizeof(factor), &factor);
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
cl_float factor = 2;
clSetKernelArg(kernel, 2, sizeof(factor), &factor);
```

## Versions
All.

## Reference
OpenCL API specification, clSetKernelArg; OpenCL C specification, "Alignment of Types".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.host_side import HostContext, PassedArgument
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(PassedArgument)
def check(context: HostContext, passed: PassedArgument) -> None:
    """Compare the size of a value with that of the parameter."""
    wanted, given = passed.parameter, passed.passed
    if wanted.kind != "value" or given.kind != "value" or wanted.size is None:
        return
    if given.sizes and wanted.size not in given.sizes:
        sizes = " or ".join(map(str, given.sizes))
        whose = f" of {given.text}" if given.text else ""
        one = "1 byte" if wanted.size == 1 else f"{wanted.size} bytes"
        context.report(
            passed.place,
            f"'{wanted.text}' has {one}, and {sizes}{whose} are passed",
            [(wanted.place, "the parameter")],
        )
