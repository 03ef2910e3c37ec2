"""A host program passes a value of another size than the parameter has.

## What it does
Reports a value whose size is known and is not that of the kernel's parameter. Types of the host
whose size depends on its data model, such as `long` and `size_t`, are compared with all of their
sizes. An object, such as a buffer, is passed in the size of its handle.

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

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.host_side import HostContext, PassedArgument
from opencl_ls.linter.rule import Rule

_OBJECTS: Final = ("buffer", "image", "sampler", "pipe", "queue")
_OF_OTHER_SIZES: Final = ("local", "null", "value")
_HANDLE: Final = (4, 8)
"""The sizes of an object's handle on hosts of 32 and 64 bits, in bytes."""

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(PassedArgument)
def check(context: HostContext, passed: PassedArgument) -> None:
    """Compare the size of a value with that of the parameter."""
    wanted, given = passed.parameter, passed.passed
    sizes: tuple[int, ...] = ()
    if wanted.kind == "value" == given.kind and wanted.size is not None:
        sizes = (wanted.size,)
    elif wanted.kind in _OBJECTS and given.kind not in _OF_OTHER_SIZES:
        sizes = _HANDLE
    if sizes and given.sizes and not set(sizes) & set(given.sizes):
        whose = f" of {given.text}" if given.text else ""
        has = f"has {_words(sizes)}" if wanted.kind == "value" else f"takes {_words(sizes)}"
        unit = "byte" if sizes == (1,) else "bytes"
        context.report(
            passed.place,
            f"'{wanted.text}' {has} {unit}, and {_words(given.sizes)}{whose} are passed",
            [(wanted.place, "the parameter")],
        )


def _words(sizes: tuple[int, ...]) -> str:
    return " or ".join(map(str, sizes))
