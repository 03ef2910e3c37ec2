"""A variable has a pipe type.

## What it does
Reports pipes at program scope and in functions that are no parameters.

## Why
A pipe is an object that the host makes. A program gets it as an argument only.

## Example
```cl CL2.0
kernel void k(read_only pipe int p) { pipe int q; }
```

## Use instead
```cl CL2.0
void helper(read_only pipe int p) {}
kernel void k(read_only pipe int p) { helper(p); }
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import PIPES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_pipe
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", versions=PIPES, about=(t.PipeType,))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the types of variables."""
    if is_pipe(variable.type.type):
        context.report(
            variable.declaration,
            f"variable '{variable.name}' is a pipe: a pipe can only be a parameter",
        )
