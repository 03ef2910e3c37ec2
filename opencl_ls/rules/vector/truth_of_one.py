"""A component of a vector comparison is compared with 1.

## What it does
Notes `==` and `!=` between 1 and a comparison of vectors, or a component of one.

## Why
A true component is -1, all of its bits are set, while a true scalar is 1. Compared with 1 it is
never equal.

## Example
```cl
int f(float4 a, float4 b) { return (a < b).x == 1; }
```

## Use instead
```cl
int f(float4 a, float4 b) { return (a < b).x != 0; }
```

## Versions
All.

## Reference
OpenCL C specification, "Relational Operators", "Equality Operators".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.constness import constants_of
from opencl_ls.semantics.truth import is_truth
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", about=(t.VectorType,))


@RULE.on(r.Binary, about=("==", "!="))
def check(context: RuleContext, record: r.Binary) -> None:
    """Look at what is compared with 1."""
    operator = record.operator.text
    if operator not in ("==", "!="):
        return
    for side, other in ((record.left, record.right), (record.right, record.left)):
        if _is_vector_truth(context, side) and constants_of(context.model).integer(other) == 1:
            verdict = "true" if operator == "!=" else "false"
            context.report(
                record, f"a true component of a vector is -1, so that this is always {verdict}"
            )
            return


def _is_vector_truth(context: RuleContext, side: r.Expression) -> bool:
    """Tell whether an expression compares vectors, or is a component of such a comparison."""
    inner = unwrapped(side)
    if isinstance(inner, r.Member | r.Index):
        inner = unwrapped(inner.base)
    kind = context.model.types.get(inner, t.UNKNOWN_QUALIFIED).type
    return isinstance(kind, t.VectorType) and is_truth(context.model, inner)
