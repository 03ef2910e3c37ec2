"""A component of a vector comparison is compared with 1.

## What it does
Reports `==` and `!=` between 1 and a comparison of vectors, or a component of one.

## Why
A true component is -1, with all bits set, while a true scalar is 1. A component never equals 1.

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
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.alternatives import only_written
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.boolean_results import is_vector_boolean
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", about=(t.VectorType,))


@RULE.on(r.Binary, about=("==", "!="))
def check(context: RuleContext, record: r.Binary) -> None:
    """Look at comparisons with 1."""
    operator = record.operator.text
    if operator not in ("==", "!="):
        return
    for side, other in ((record.left, record.right), (record.right, record.left)):
        if _compares(context, side) and _is_one(context, other):
            verdict = "true" if operator == "!=" else "false"
            context.report(
                record, f"a true component of a vector is -1, so that this is always {verdict}"
            )
            return


def _compares(context: RuleContext, side: r.Expression) -> bool:
    """Tell whether an expression compares vectors, or is a component of such a comparison."""
    inner = only_written(context.model, side)
    while isinstance(inner, r.Member | r.Index):
        inner = only_written(context.model, inner.base)
    return is_vector_boolean(context.model, inner)


def _is_one(context: RuleContext, value: r.Expression) -> bool:
    """Tell whether a value is 1, or a vector of which every component is."""
    inner = unwrapped(value)
    if isinstance(inner, r.VectorLiteral):
        return all(_is_one(context, each) for each in inner.elements)
    if isinstance(inner, r.Cast):
        return _is_one(context, inner.operand)
    return fixed_values(context.model).integer(inner) == 1
