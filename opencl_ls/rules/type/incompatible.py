"""The type of a value does not convert to that of its destination.

## What it does
Reports values that are assigned, returned or used as an initializer if their type does not convert:
a vector as a number, a number as a struct, a floating number as a pointer, one struct as another.

## Why
Numbers convert to each other, a number converts to a vector and becomes every component, and
pointers convert under conditions. Other types do not convert.

## Example
```cl
void f(float4 v) { float x = v; }
```

## Use instead
```cl
void f(float4 v) { float x = v.x; }
```

## Versions
All.

## Reference
OpenCL C specification, "Conversions and Type Casting"; C11 6.5.16.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import (
    UNRELATED,
    is_void,
    misplaced,
    why_unrelated,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.Mismatch)
def check(context: RuleContext, problem: p.Mismatch) -> None:
    """Report the type of the value and of its destination."""
    if problem.context == "argument" or problem.reason not in UNRELATED:
        return
    if is_void(problem.source) or isinstance(problem.destination.type, t.BlockType):
        return
    place = problem.record
    if isinstance(place, r.Assignment):
        place = place.operator
    context.report(place, f"{misplaced(problem)}: {why_unrelated(problem)}")
