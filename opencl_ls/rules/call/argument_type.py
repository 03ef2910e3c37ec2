"""An argument does not fit its parameter.

## What it does
Reports arguments of a type that does not convert to that of the parameter.

## Why
Passing an argument counts as an assignment to the parameter: numbers convert to each other and to
vectors; vectors, pointers and structs do not convert to numbers, nor numbers to them.

## Example
```cl
float half_of(float x) { return x / 2; }
kernel void k(global float *data) { data[0] = half_of(data); }
```

## Use instead
```cl
float half_of(float x) { return x / 2; }
kernel void k(global float *data) { data[0] = half_of(data[0]); }
```

## Versions
All.

## Reference
C11 6.5.2.2; OpenCL C specification, "Conversions and Type Casting".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import (
    UNRELATED,
    declared_parameter,
    is_void,
    misplaced,
    why_unrelated,
)

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.Mismatch)
def check(context: RuleContext, problem: p.Mismatch) -> None:
    """Report the type of the argument and its parameter."""
    if problem.context != "argument" or problem.reason not in UNRELATED:
        return
    if is_void(problem.source) or isinstance(problem.destination.type, t.BlockType):
        return
    context.report(
        problem.record,
        f"{misplaced(problem)}: {why_unrelated(problem)}",
        related=declared_parameter(problem),
    )
