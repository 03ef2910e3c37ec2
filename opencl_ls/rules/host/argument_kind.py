"""A host program passes a buffer for a value, or another kind of argument.

## What it does
Reports an argument of a kind that the kernel's parameter cannot take: a buffer for a value and the
reverse, an image for a buffer, a sampler for either, a size of local memory for a pointer to global
memory, an object for a pointer to local memory, or a null pointer for a value.

## Why
The call fails, or the kernel reads the bits of a handle as a number. A pointer to local memory
takes a size and no object, and a pointer to global or constant memory takes a buffer.

## Example
```cl CL1.2
kernel void total(global float *out, local float *tile) {
    tile[get_local_id(0)] = out[get_global_id(0)];
}
```

```c
cl_kernel kernel = clCreateKernel(program, "total", NULL);
cl_mem tile = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL);
clSetKernelArg(kernel, 1, sizeof(cl_mem), &tile);
```

## Use instead
```cl CL1.2
kernel void total(global float *out, local float *tile) {
    tile[get_local_id(0)] = out[get_global_id(0)];
}
```

```c
cl_kernel kernel = clCreateKernel(program, "total", NULL);
clSetKernelArg(kernel, 1, 256, NULL);
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

RULE = Rule(Severity.ERROR, since="0.1")

_TAKEN: Final = {
    "buffer": frozenset({"handle", "memory", "buffer", "null"}),
    "image": frozenset({"handle", "memory", "image", "null"}),
    "pipe": frozenset({"handle", "memory", "null"}),
    "sampler": frozenset({"handle", "sampler"}),
    "queue": frozenset({"handle", "queue"}),
    "local": frozenset({"local", "null"}),
    "value": frozenset({"value"}),
}
"""The kinds of arguments that each kind of parameter takes."""

_WANTED: Final = {
    "buffer": "takes a buffer",
    "image": "takes an image",
    "pipe": "takes a pipe",
    "sampler": "takes a sampler",
    "queue": "takes a device queue",
    "local": "takes a size of local memory",
    "value": "takes a value",
}
_GIVEN: Final = {
    "handle": "an object",
    "memory": "a memory object",
    "buffer": "a buffer",
    "image": "an image",
    "sampler": "a sampler",
    "queue": "a queue",
    "local": "a size of local memory",
    "null": "a null pointer",
    "value": "a value",
}


@RULE.on(PassedArgument)
def check(context: HostContext, passed: PassedArgument) -> None:
    """Compare the kind of an argument with that of the parameter."""
    wanted, given = passed.parameter, passed.passed
    taken = _TAKEN.get(wanted.kind)
    if taken is None or not given.kind or given.kind in taken:
        return
    what = _GIVEN[given.kind] + (f" ({given.text})" if given.text else "")
    context.report(
        passed.place,
        f"'{wanted.text}' {_WANTED[wanted.kind]}, and {what} is passed",
        [(wanted.place, "the parameter")],
    )
