"""A host program creates a kernel that the program does not have.

## What it does
Reports a name for which the checked files have no kernel, and one with a similar name that the host
program does not use. Other names may be those of kernels in other files.

## Why
The call returns `CL_INVALID_KERNEL_NAME`.

## Example
```cl CL1.2
kernel void scale(global float *out, int n, float factor) {
    int i = get_global_id(0);
    if (i < n) out[i] *= factor;
}
```

```c
cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
cl_kernel kernel = clCreateKernel(program, "scael", NULL);
```

## Use instead
```cl CL1.2
kernel void scale(global float *out, int n, float factor) {
    int i = get_global_id(0);
    if (i < n) out[i] *= factor;
}
```

```c
cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
cl_kernel kernel = clCreateKernel(program, "scale", NULL);
```

## Versions
All.

## Reference
OpenCL API specification, clCreateKernel.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.host_side import HostContext, UnknownName
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(UnknownName)
def check(context: HostContext, name: UnknownName) -> None:
    """Report the name."""
    similar = name.similar
    context.report(
        name.place,
        f"there is no kernel '{name.name}'; is it '{similar.name}'?",
        [(similar.place, "the kernel with a similar name")],
    )
