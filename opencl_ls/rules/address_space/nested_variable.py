"""A local or constant variable is declared in a nested scope.

## What it does
Reports a `local` or `constant` variable of a kernel outside the outermost braces of its body:
inside `if`, a loop, or braces of its own.

## Why
The variable exists once for the whole work-group, before the kernel begins, so its declaration
cannot depend on a way through the kernel.

## Example
```cl
kernel void k(int n) { if (n) { local float sum; sum = 1; } }
```

## Use instead
```cl
kernel void k(int n) { local float sum; if (n) { sum = 1; } }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference page __local.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the variables in inner scopes of kernels."""
    function = variable.function
    if function is None or not function.is_kernel or variable.block is not None:
        return
    space = t.object_space(variable.type)
    if variable.depth <= 1 or space not in (t.LOCAL, t.CONSTANT):
        return
    if variable.storage & {"static", "extern"}:
        return
    context.report(
        variable,
        f"'{space}' variable '{variable.name}' in a nested scope: "
        f"declare it in the outermost scope of kernel '{function.name}'",
    )
