"""A kernel takes more arguments than every device has to accept.

## What it does
Reports the 129th parameter of a kernel, unless the device of the settings accepts more than 1024
bytes of arguments, or no source says how many.

## Why
The least that a device has to accept is 1024 bytes of arguments, which is 128 pointers of 64 bits.

## Example
```cl
#define FOUR(n) int a##n, int b##n, int c##n, int d##n
#define SIXTEEN(n) FOUR(n##0), FOUR(n##1), FOUR(n##2), FOUR(n##3)
kernel void k(SIXTEEN(0), SIXTEEN(1), SIXTEEN(2), SIXTEEN(3),
              SIXTEEN(4), SIXTEEN(5), SIXTEEN(6), SIXTEEN(7), int last) {}
```

## Use instead
```cl
struct settings { int values[129]; };
kernel void k(constant struct settings *settings) {}
```

## Versions
All.

## Reference
OpenCL API specification, `CL_DEVICE_MAX_PARAMETER_SIZE`.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.HINT, since="0.1")


_MOST: Final = 128
_LEAST_BYTES: Final = 1024
"""The size of the arguments, in bytes, with which a device need not accept more of them."""


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Count the parameters of a kernel."""
    if not function.is_kernel or len(function.parameters) <= _MOST:
        return
    limit = context.target.limit("max-parameter-size")
    if limit is not None and limit.number <= _LEAST_BYTES:
        context.report(
            function.parameters[_MOST].parameter,
            f"kernel '{function.name}' takes {len(function.parameters)} arguments: a device need "
            f"not accept more than {_MOST}",
        )
