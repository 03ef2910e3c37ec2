"""Several forms of a built-in function fit equally well.

## What it does
Reports calls of built-in functions with arguments that convert to several forms, such as `sqrt(2)`,
which could mean `float` or `double`.

## Why
A compiler does not choose among them. A suffix or a cast of an argument does.

## Example
```cl
kernel void k(global float *o) { o[0] = sqrt(2); }
```

## Use instead
```cl
kernel void k(global float *o) { o[0] = sqrt(2.0f); }
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

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.BuiltinCallProblem)
def check(context: RuleContext, found: p.BuiltinCallProblem) -> None:
    """Say it in the words of the resolution."""
    problem = found.problem
    if problem.kind != "ambiguous" or is_told(context, found.record):
        return
    context.report(argument_place(found.record, problem.argument), problem.text)
