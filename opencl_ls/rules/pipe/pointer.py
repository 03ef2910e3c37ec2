"""A pointer points to a pipe.

## What it does
Reports declarations and type names that make a pointer to a pipe, such as `pipe int *p`.

## Why
A pipe has no address. A function takes the pipe itself.

## Example
```cl CL2.0
void h(read_only pipe int *p) {}
```

## Use instead
```cl CL2.0
void h(read_only pipe int p) {}
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
from opencl_ls.semantics.declarations.opaque import (
    DECLARING,
    Declaring,
    derived_over,
    is_pipe,
    written_types,
)

RULE = Rule(Severity.ERROR, since="0.1", versions=PIPES, about=(t.PipeType,))


@RULE.on(*DECLARING, about=RULE.about)
def check(context: RuleContext, declaring: Declaring) -> None:
    """Look at the types in a declaration."""
    for declarator, _, kind in written_types(context.model, declaring):
        if derived_over(kind, is_pipe) == "pointer":
            context.report(declarator, "pointer to a pipe: a pipe has no address")
