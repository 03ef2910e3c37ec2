"""A kernel has more constant arguments than a device has to support.

## What it does
Reports a kernel with more parameters that point to constant memory than the device of the settings
takes. Without a device, it reports the ninth one, and the fifth one for the embedded profile.

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
    constants = [
        parameter
        for parameter in function.parameters
        if isinstance(parameter.type.type, t.PointerType)
        and t.object_space(parameter.type.type.pointee) == t.CONSTANT
    ]
    limit = context.target.limit("max-constant-args")
    if limit is not None and len(constants) > limit.number:
        words = f"kernel '{function.name}' has {len(constants)} constant arguments"
        context.report(constants[limit.number], f"{words}: {limit}")
