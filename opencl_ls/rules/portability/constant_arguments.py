"""A kernel has more constant arguments than a device has to support.

## What it does
Reports the parameters of a kernel that point to constant memory, from the ninth on; from the fifth
on for an embedded device.

## Why
Each counts against `CL_DEVICE_MAX_CONSTANT_ARGS`, which is at least 8, or 4 in the embedded
profile.

## Example
```cl
kernel void k(constant int *a, constant int *b, constant int *c, constant int *d,
              constant int *e, constant int *f, constant int *g, constant int *h,
              constant int *i) {}
```

## Use instead
```cl
kernel void k(constant int *a, constant int *b, constant int *c, constant int *d,
              constant int *e, constant int *f, constant int *g, constant int *h,
              global const int *i) {}
```

## Versions
All.

## Reference
OpenCL specification, `clGetDeviceInfo`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Count the constant parameters of a kernel."""
    if not function.is_kernel:
        return
    limit = 4 if context.target.is_embedded else 8
    constants = [
        parameter
        for parameter in function.parameters
        if isinstance(parameter.type.type, t.PointerType)
        and t.object_space(parameter.type.type.pointee) == t.CONSTANT
    ]
    if len(constants) > limit:
        context.report(
            constants[limit],
            f"kernel '{function.name}' has {len(constants)} constant arguments: a device has to "
            f"take {limit} only (CL_DEVICE_MAX_CONSTANT_ARGS)",
        )
