"""Pointers to pointers differ in an inner address space.

## What it does
Reports conversions between pointers to pointers whose inner levels point into different address
spaces.

## Why
Below the first level no implicit conversion exists, not even to the generic address space. The
inner pointers stay in memory as they are, and a read through the other type takes them for pointers
into the wrong memory.

## Example
```cl
kernel void k(local int *l) { local int *p = l; local int **q = &p; global int **r = q; }
```

## Use instead
```cl
kernel void k(local int *l) { local int *p = l; local int **q = &p; local int **r = q; }
```

## Versions
All.

## Reference
OpenCL C specification, "Changes to C99" of address spaces; reference page generic.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import declared_parameter, misplaced

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.Mismatch)
def check(context: RuleContext, problem: p.Mismatch) -> None:
    """Report the two pointer types."""
    if problem.reason == "nested-address-space":
        context.report(
            problem.record,
            f"{misplaced(problem)}: below the first level the address spaces have to be the same",
            related=declared_parameter(problem),
        )
