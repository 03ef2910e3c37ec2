"""An integer is used as a pointer.

## What it does
Reports integers other than the constant 0 where a pointer is expected.

## Why
An integer becomes a pointer only by a cast. Often `&`, or the name of an array without its index,
was intended.

## Example
```cl
kernel void k(global int *data, int i) { global int *p = data[i]; }
```

## Use instead
```cl
kernel void k(global int *data, int i) { global int *p = &data[i]; }
```

## Versions
All.

## Reference
C11 6.5.16.1.

## Fix safety
Unsafe: the fix is a guess.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import declared_parameter, misplaced
from opencl_ls.semantics.types.conversions import pointer_problem
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.Mismatch)
def check(context: RuleContext, problem: p.Mismatch) -> None:
    """Report which pointer is expected, and offer the address of the operand."""
    if problem.reason != "integer-pointer":
        return
    value = problem.record
    fixes = []
    to = problem.destination.type
    if isinstance(value, r.Index | r.Name) and isinstance(to, t.PointerType):
        own = context.model.types.get(value)
        if own is not None and pointer_problem(to.pointee, own) == "":
            fixes.append(inserting("Take the address with '&'", value.start, "&", safe=False))
    context.report(
        value,
        f"{misplaced(problem)}: an integer becomes a pointer only by a cast",
        related=declared_parameter(problem),
        fixes=fixes,
    )
