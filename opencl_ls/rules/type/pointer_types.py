"""A pointer to one type is converted to a pointer to another type.

## What it does
Reports pointers that are assigned, passed, returned or used as an initializer for a pointer to
another type in the same address space.

## Why
The object is then read as a value of the wrong type. If that is intended, a cast makes it explicit,
and `as_type` or a union does it within the rules of the language.

## Example
```cl
kernel void k(global float *data) { global int *bits = data; }
```

## Use instead
```cl
kernel void k(global float *data) { global int *bits = (global int *)data; }
```

## Versions
All.

## Reference
C11 6.5.16.1.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import declared_parameter, misplaced

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(p.Mismatch)
def check(context: RuleContext, problem: p.Mismatch) -> None:
    """Report the two pointer types."""
    if problem.reason == "pointer-types":
        context.report(
            problem.record,
            f"{misplaced(problem)}: the pointers are to different types",
            related=declared_parameter(problem),
        )
