"""An array has elements of a pipe type.

## What it does
Reports declarations and type names that make an array of pipes.

## Why
Pipes can only be parameters, each by itself.

## Example
```cl CL2.0
void h(read_only pipe int sources[2]) {}
```

## Use instead
```cl CL2.0
void h(read_only pipe int first, read_only pipe int second) {}
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
        if derived_over(kind, is_pipe) == "array":
            context.report(declarator, "array of pipes: a pipe can only be a parameter by itself")
