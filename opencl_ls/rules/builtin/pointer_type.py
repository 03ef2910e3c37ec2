"""A pointer argument of a built-in function has another type.

## What it does
Reports pointers that compilers pass to a built-in function with a warning only: to another type, to
integers of another sign, or to `const` objects that the function may write.

## Why
The function reads and writes objects of its own type through the pointer.

## Example
```cl
kernel void k(const global int *p) { atomic_add(p, 1); }
```

## Use instead
```cl
kernel void k(global int *p) { atomic_add(p, 1); }
```

## Versions
All.

## Reference
OpenCL C specification, "Built-in Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.rules.told import is_told
from opencl_ls.semantics import problems as p
from opencl_ls.semantics.operands import argument_place

_KINDS = ("pointer-type", "pointer-sign", "qualifiers")

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(p.BuiltinCallProblem)
def check(context: RuleContext, found: p.BuiltinCallProblem) -> None:
    """Say it in the words of the resolution."""
    problem = found.problem
    if problem.kind not in _KINDS or is_told(context, found.record):
        return
    context.report(argument_place(found.record, problem.argument), problem.text)
