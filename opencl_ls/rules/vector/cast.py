"""A vector is cast to another vector type.

## What it does
Reports casts between different vector types.

## Why
A cast does not convert vectors. `convert_uint4(v)` converts the values, and `as_uint4(v)` keeps the
bits.

## Example
```cl
uint4 f(int4 i) { return (uint4)i; }
```

## Use instead
```cl
uint4 f(int4 i) { return convert_uint4(i); }
```

## Versions
All.

## Reference
OpenCL C specification, "Explicit Casts".

## Fix safety
Unsafe: the fix guesses whether the values or the bits were meant.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemEdit,
    ItemFix,
    RuleContext,
    replacing,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.InvalidCast)
def check(context: RuleContext, problem: p.InvalidCast) -> None:
    """Report the function that converts instead."""
    to, from_ = problem.destination.type, problem.source.type
    if problem.reason != "vector" or not isinstance(from_, t.VectorType):
        return
    if not isinstance(to, t.VectorType):
        return
    name = t.spelled(t.Qualified(to))
    if to.width == from_.width:
        hint = f"use 'convert_{name}', or 'as_{name}' to keep the bits"
        if to.element.bits != from_.element.bits:
            hint = f"use 'convert_{name}'"
    else:
        hint = f"they have {to.width} and {from_.width} components"
    source, destination = t.described(problem.source), t.described(problem.destination)
    context.report(
        problem.record,
        f"{source} cannot be cast to {destination}: {hint}",
        fixes=_fixes(problem.record, name) if to.width == from_.width else (),
    )


def _fixes(cast: r.Record, name: str) -> list[ItemFix]:
    if not isinstance(cast, r.Cast):
        return []
    operand = cast.operand
    function = f"convert_{name}"
    if isinstance(operand, r.Parenthesized):
        return [replacing(f"Use '{function}'", (cast.start, operand.start), function, safe=False)]
    edits = (
        ItemEdit(cast.start, operand.start, f"{function}("),
        ItemEdit(operand.end, operand.end, ")"),
    )
    return [ItemFix(f"Use '{function}'", edits, False)]
