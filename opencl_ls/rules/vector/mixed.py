"""Vectors of different types are combined without a conversion.

## What it does
Reports operations on two vectors of different types, and vectors that are assigned, passed,
returned or used as an initializer where another vector type is expected.

## Why
There are no implicit conversions between vector types, not even between `int4` and `uint4`.
`convert_float4(v)` converts the values, and `as_float4(v)` keeps the bits.

## Example
```cl
float4 f(int4 i) { float4 v = i; return v; }
```

## Use instead
```cl
float4 f(int4 i) { float4 v = convert_float4(i); return v; }
```

## Versions
All.

## Reference
OpenCL C specification, "Implicit Conversions" and "Explicit Conversions".

## Fix safety
Unsafe: the fix guesses whether the values or the bits were meant.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, wrapping
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.operands import operands, operator_place
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import declared_parameter, misplaced
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.Mismatch)
def check_value(context: RuleContext, problem: p.Mismatch) -> None:
    """Look at values that are assigned, passed or returned."""
    to, from_ = problem.destination.type, problem.source.type
    if problem.reason != "vector" or not isinstance(from_, t.VectorType):
        return
    if not isinstance(to, t.VectorType):
        return
    context.report(
        problem.record,
        f"{misplaced(problem)}: {_how(to, from_)}",
        related=declared_parameter(problem),
        fixes=_fixes(problem.record, to, from_),
    )


@RULE.on(p.InvalidOperands)
def check_operands(context: RuleContext, problem: p.InvalidOperands) -> None:
    """Look at the operands of operators."""
    left, right = problem.left.type, problem.right.type
    if problem.invalid.reason != "vectors" or problem.operator.startswith(("<<", ">>")):
        return
    if not isinstance(left, t.VectorType) or not isinstance(right, t.VectorType):
        return
    pair = operands(problem.record)
    context.report(
        operator_place(problem.record),
        f"'{problem.operator}' takes two vectors of the same type, not {t.described(problem.left)} "
        f"and {t.described(problem.right)}: {_how(left, right)}",
        fixes=[] if pair is None else _fixes(pair[1], left, right),
    )


def _how(to: t.VectorType, from_: t.VectorType) -> str:
    if to.width != from_.width:
        return f"they have {to.width} and {from_.width} components"
    return "vectors are converted by 'convert_' functions only"


def _fixes(value: r.Record, to: t.VectorType, from_: t.VectorType) -> list[ItemFix]:
    if to.width != from_.width:
        return []
    name = t.spelled(t.Qualified(to))
    fixes = [wrapping(f"Convert with 'convert_{name}'", value, f"convert_{name}(", ")", safe=False)]
    if to.element.bits == from_.element.bits:
        title = f"Keep the bits with 'as_{name}'"
        fixes.append(wrapping(title, value, f"as_{name}(", ")", safe=False))
    return fixes
