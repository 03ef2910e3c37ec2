"""A kernel parameter is a pointer to a pointer before OpenCL C 2.0.

## What it does
Reports parameters of kernels with more than one level of pointers, through typedefs too.

## Why
The host fills a buffer with bytes, and a host address in it has no meaning on the device. Shared
virtual memory, which gives such addresses a meaning, came with OpenCL 2.0.

## Example
```cl CL1.2
kernel void k(global int *global *rows) {}
```

## Use instead
```cl CL1.2
kernel void k(global int *values, global int *row_starts) {}
```

## Versions
1.0 to 1.2.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BEFORE_20, Rule
from opencl_ls.semantics.types.kernel_arguments import kernel_parameters, parameter_words, pointees
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1", versions=BEFORE_20)


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Count the levels of pointers of a kernel's parameters."""
    for parameter in kernel_parameters(function):
        if len(list(pointees(parameter.type))) < 2:
            continue
        context.report(
            parameter.parameter,
            f"{parameter_words(parameter)} is a pointer to a pointer: that needs "
            "OpenCL C 2.0; pass one buffer, and indexes into it",
        )
