"""A kernel takes more arguments than every device has to accept.

## What it does
Reports the 129th parameter of a kernel.

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


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Count the parameters of a kernel."""
    if function.is_kernel and len(function.parameters) > _MOST:
        context.report(
            function.parameters[_MOST].parameter,
            f"kernel '{function.name}' takes {len(function.parameters)} arguments: a device need "
            f"not accept more than {_MOST}",
        )
