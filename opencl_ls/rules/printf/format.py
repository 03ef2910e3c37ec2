r"""A `printf` format says something that has no meaning.

## What it does
Reports conversions, flags, widths and length modifiers in a format that OpenCL C does not have or
that do not go together.

## Why
What such a format prints is undefined. Vectors are printed with `vN` and one of the modifiers `hh`,
`h`, `hl` and `l`.

## Example
```cl
kernel void k(int v) { printf("%#d\n", v); }
```

## Use instead
```cl
kernel void k(int v) { printf("%#x\n", v); }
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
    if problem.kind != "format" or is_told(context, found.record):
        return
    context.report(argument_place(found.record, problem.argument), problem.text)
