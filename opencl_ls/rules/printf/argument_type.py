r"""An argument of `printf` does not fit its conversion.

## What it does
Reports arguments of another type than the conversion in the format says.

## Why
`printf` reads the argument as the conversion says, and prints something else or nothing at all.

## Example
```cl
kernel void k(float v) { printf("%d\n", v); }
```

## Use instead
```cl
kernel void k(float v) { printf("%f\n", v); }
```

## Versions
All.

## Reference
OpenCL C specification, "printf".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.rules.told import is_told
from opencl_ls.semantics import problems as p
from opencl_ls.semantics.operands import argument_place

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(p.BuiltinCallProblem)
def check(context: RuleContext, found: p.BuiltinCallProblem) -> None:
    """Say it in the words of the resolution."""
    problem = found.problem
    if problem.kind != "format-type" or is_told(context, found.record):
        return
    context.report(argument_place(found.record, problem.argument), problem.text)
