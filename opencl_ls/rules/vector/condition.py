"""The condition of a vector `?:` does not match its operands.

## What it does
Reports `?:` on vectors where the condition has another number of components than the operands, or
components of another width.

## Why
Each component of the condition selects one of the two, by its highest bit: their number and their
width have to be the same. `float4` is selected by `int4`, `double4` by `long4`.

## Example
```cl
float4 f(short4 s, float4 a, float4 b) { return s ? a : b; }
```

## Use instead
```cl
float4 f(int4 s, float4 a, float4 b) { return s ? a : b; }
```

## Versions
All.

## Reference
OpenCL C specification, "Ternary Selection Operator".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.InvalidOperands)
def check(context: RuleContext, problem: p.InvalidOperands) -> None:
    """Report which condition would match."""
    record = problem.record
    if problem.invalid.reason != "elements" or not isinstance(record, r.Conditional):
        return
    branch = problem.right.type
    wanted = ""
    if isinstance(branch, t.VectorType):
        names = {8: "char", 16: "short", 32: "int", 64: "long"}
        name = names.get(branch.element.bits, "int")
        wanted = f": for {t.described(problem.right)} it has to be '{name}{branch.width}'"
    context.report(
        record.condition,
        f"the condition is {t.described(problem.left)}, "
        f"and its components do not match what is selected{wanted}",
    )
