"""A function has the name main.

## What it does
Reports functions with the name `main`.

## Why
A program for a device has no entry point: the host starts kernels by their names. Compilers reject
the name.

## Example
```cl
kernel void main(void) {}
```

## Use instead
```cl
kernel void run(void) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Function Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the names of functions."""
    if function.name == "main":
        what = "kernel" if function.is_kernel else "function"
        context.report(
            function, f"a {what} cannot be called 'main': the host starts kernels by other names"
        )
