"""A kernel returns something other than void.

## What it does
Reports a kernel whose return type is not `void`.

## Why
A kernel is started by the host, and nobody is there to receive a value: results go through memory
that the host passes as an argument.

## Example
```cl
kernel int count(global int *values) { return values[0]; }
```

## Use instead
```cl
kernel void count(global int *values, global int *result) { *result = values[0]; }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the result type of kernels."""
    if not function.is_kernel or not isinstance(function.type.type, t.FunctionType):
        return
    result = function.type.type.result
    if result.type in (t.VOID, t.UNKNOWN):
        return
    specifiers = function.declaration.specifiers
    written = specifiers.type or specifiers
    context.report(
        (written.start, max(written.end, specifiers.start)),
        f"kernel '{function.name}' returns {t.described(result)}: a kernel's return type is void",
    )
