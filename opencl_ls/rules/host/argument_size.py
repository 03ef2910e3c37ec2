"""A host program passes a value of another size than the parameter has.

## What it does
Reports a value whose size is known and is not that of the kernel's parameter. Types of the host
whose size depends on its data model, such as `long` and `size_t`, are compared with all of their
sizes. An object, such as a buffer, is passed in the size of its handle. Also reported are a size
that is greater than the variable whose bytes are passed, and a size of local memory that is zero or
less than one element; a single byte is a usual placeholder and is not reported.

## Why
The call returns `CL_INVALID_ARG_SIZE`, or it reads what is after the variable. A vector of three
components has the size of four.

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
from opencl_ls.linter.host_side import HostContext, Parameter, Passed, PassedArgument
from opencl_ls.linter.rule import Rule

_OBJECTS: Final = ("buffer", "image", "sampler", "pipe", "queue")
_OF_OTHER_SIZES: Final = ("local", "null", "value")
_HANDLE: Final = (4, 8)
"""The sizes of an object's handle on hosts of 32 and 64 bits, in bytes."""

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(PassedArgument)
def check(context: HostContext, passed: PassedArgument) -> None:
    """Compare the size of a value with that of the parameter."""
    fault = _fault(passed.parameter, passed.passed)
    if fault:
        message = f"'{passed.parameter.text}' {fault}"
        context.report(passed.place, message, [(passed.parameter.place, "the parameter")])


def _fault(wanted: Parameter, given: Passed) -> str:
    """Return what is wrong with a size, "" if nothing is, or it is not known."""
    if not given.sizes:
        return ""
    sizes: tuple[int, ...] = ()
    if wanted.kind == "local" == given.kind:
        return _local_fault(wanted, max(given.sizes))
    if wanted.kind == "value" and given.kind in ("value", "") and wanted.size is not None:
        sizes = (wanted.size,)
    elif wanted.kind in _OBJECTS and given.kind not in _OF_OTHER_SIZES:
        sizes = _HANDLE
    if sizes and not set(sizes) & set(given.sizes):
        whose = f" of {given.text}" if given.text else ""
        has = "has" if wanted.kind == "value" else "takes"
        return f"{has} {_bytes(sizes)}, and {_words(given.sizes)}{whose} are passed"
    if given.object_sizes and min(given.sizes) > max(given.object_sizes):
        return f"gets {_bytes(given.sizes)} of {given.text}, which has {_words(given.object_sizes)}"
    return ""


def _local_fault(wanted: Parameter, size: int) -> str:
    # A single byte is what hosts pass for memory that a kernel does not use.
    if size == 0 or (size > 1 and wanted.element is not None and size < wanted.element):
        needs = "" if not wanted.element else f", and an element has {wanted.element}"
        return f"gets {_bytes((size,))} of local memory{needs}"
    return ""


def _bytes(sizes: tuple[int, ...]) -> str:
    return f"{_words(sizes)} {'byte' if sizes == (1,) else 'bytes'}"


def _words(sizes: tuple[int, ...]) -> str:
    return " or ".join(map(str, sizes))
