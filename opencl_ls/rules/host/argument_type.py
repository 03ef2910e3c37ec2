"""A host program passes an integer for a floating-point parameter, or the reverse.

## What it does
Reports a scalar value of the right size that is an integer where the kernel's parameter is a
floating-point number, or the reverse. Also reported is a `double` of which the size of a `float`
is passed.

## Why
The bits are copied and not converted: the integer 2 is a `float` of 2.8e-45.

## Example
```cl CL1.2
kernel void scale(global float *out, int n, float factor) {
    int i = get_global_id(0);
    if (i < n) out[i] *= factor;
}
```

```c
cl_kernel kernel = clCreateKernel(program, "scale", NULL);
cl_int factor = 2;
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
OpenCL API specification, clSetKernelArg.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.host_side import HostContext, PassedArgument
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")

_FLOATS: Final = ("float", "double")


@RULE.on(PassedArgument)
def check(context: HostContext, passed: PassedArgument) -> None:
    """Compare the type of a scalar with that of the parameter, if the size agrees."""
    wanted, given = passed.parameter, passed.passed
    if given.kind != "value" or not wanted.number or not given.number:
        return
    # A half is a 16-bit integer on hosts.
    if "half" in (wanted.number, given.number) or given.sizes != (wanted.size,):
        return
    kind = "a floating-point number" if wanted.number in _FLOATS else "an integer"
    fault = f"is {kind}, and {given.text} is passed"
    if (wanted.number in _FLOATS) == (given.number in _FLOATS):
        is_part = bool(given.object_sizes) and given.sizes < given.object_sizes
        if wanted.number not in _FLOATS or not is_part:
            return
        fault = f"gets the first {wanted.size} bytes of {given.text}"
    message = f"'{wanted.text}' {fault}: its bits are not converted"
    context.report(passed.place, message, [(wanted.place, "the parameter")])
