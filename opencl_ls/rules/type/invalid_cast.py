"""A cast is between types that do not convert.

## What it does
Reports invalid casts: to or from structs, between pointers and floating numbers or vectors, from
vectors to scalars, and to images and other opaque types.

## Why
A cast converts numbers to numbers or vectors, pointers to pointers, and pointers to integers and
back. To read a value as another type of the same size there is `as_type`.

## Example
```cl
void f(float4 v) { float x = (float)v; }
```

## Use instead
```cl
void f(float4 v) { float x = v.x; }
```

## Versions
All.

## Reference
OpenCL C specification, "Explicit Casts"; C11 6.5.4.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.InvalidCast)
def check(context: RuleContext, problem: p.InvalidCast) -> None:
    """Report the two types."""
    if problem.reason in ("address-space", "vector", "void"):
        return
    if isinstance(problem.destination.type, t.PipeType):
        return
    source, destination = t.described(problem.source), t.described(problem.destination)
    hint = ""
    if problem.reason == "vector-scalar":
        hint = ": choose a component, such as '.x', or use 'as_type' for types of the same size"
    elif problem.reason == "opaque":
        hint = ": a cast makes numbers, vectors and pointers only"
    context.report(problem.record, f"{source} cannot be cast to {destination}{hint}")
