"""`++` or `--` is applied to a floating number.

## What it does
Reports `++` and `--` on `float`, `double` and `half`, which compilers accept.
`type/invalid-operand` reports them on floating vectors, which compilers reject.

## Why
OpenCL C defines the two operators for integers, vectors of integers and pointers, and leaves the
floating types out.

## Example
```cl
float f(float x) { x++; return x; }
```

## Use instead
```cl
float f(float x) { x += 1.0f; return x; }
```

## Versions
All.

## Reference
OpenCL C specification, "Unary Operators".

## Fix safety
Safe: offered only if the value of the expression is not used, and compilers add 1 for `++` as well.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_ONE = {"half": "1.0h", "float": "1.0f", "double": "1.0"}


@RULE.on(r.Postfix, r.Unary, about=("++", "--"))
def check(context: RuleContext, step: r.Postfix | r.Unary) -> None:
    """Look at the operand."""
    known = context.model.types.get(step.operand)
    if step.operator not in ("++", "--") or known is None:
        return
    if not isinstance(known.type, t.ScalarType) or not known.type.floating:
        return
    if known.type.name == "half" and not context.target.has_fp16:
        # The type then has no operators, which other rules report.
        return
    instead = f"{step.operator[0]}= {_ONE[known.type.name]}"
    fixes = []
    above = context.parent(step)
    if isinstance(above, r.ExpressionStatement) or (
        isinstance(above, r.For) and above.step is step
    ):
        text = f"{context.text(step.operand)} {instead}"
        fixes.append(replacing(f"Write '{instead}'", step, text, safe=True))
    context.report(
        step,
        f"'{step.operator}' is not defined for {t.described(value_of(known))}: write '{instead}'",
        fixes=fixes,
    )
