"""The condition of `?:` is a floating number.

## What it does
Reports `?:` with a condition of a floating scalar or vector type.

## Why
The first operand of `?:` may not have a floating type: a scalar is tested for zero, but for a
vector the highest bit of each component decides, which is the sign of a floating number.

## Example
```cl
void f(float x, int *o) { *o = x ? 1 : 2; }
```

## Use instead
```cl
void f(float x, int *o) { *o = x != 0.0f ? 1 : 2; }
```

## Versions
All.

## Reference
OpenCL C specification, "Ternary Selection Operator".

## Fix safety
Unsafe: the fix is a guess.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, wrapping
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.operands import is_simple
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.InvalidOperands)
def check(context: RuleContext, problem: p.InvalidOperands) -> None:
    """Report the type of the condition."""
    record = problem.record
    if problem.invalid.reason != "floating" or not isinstance(record, r.Conditional):
        return
    condition = record.condition
    fixes = []
    if isinstance(problem.left.type, t.ScalarType):
        suffix = "f" if problem.left.type.name == "float" else ""
        parts = ("(", ")") if not is_simple(condition) else ("", "")
        after = f"{parts[1]} != 0.0{suffix}"
        fixes.append(wrapping("Compare with zero", condition, parts[0], after, safe=False))
    context.report(
        condition,
        f"the condition of '?:' is {t.described(problem.left)}, and may not be floating: "
        "compare it with zero",
        fixes=fixes,
    )
