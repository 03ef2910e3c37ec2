r"""An argument of `printf` is not printed.

## What it does
Reports arguments for which the format has no conversion.

## Why
The argument is computed and thrown away. Often a conversion was forgotten.

## Example
```cl
kernel void k(void) { printf("%d\n", 1, 2); }
```

## Use instead
```cl
kernel void k(void) { printf("%d %d\n", 1, 2); }
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
    if problem.kind != "format-unused" or is_told(context, found.record):
        return
    context.report(argument_place(found.record, problem.argument), problem.text)
