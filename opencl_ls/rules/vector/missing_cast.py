"""A list in parentheses is no vector.

## What it does
Reports `(a, b, c, d)` without a vector type in front where a vector is expected.

## Why
Without the type the commas are operators: all values but the last are discarded, and the last one
goes into every component.

## Example
```cl
float4 f(void) { float4 v = (1.0f, 2.0f, 3.0f, 4.0f); return v; }
```

## Use instead
```cl
float4 f(void) { float4 v = (float4)(1.0f, 2.0f, 3.0f, 4.0f); return v; }
```

## Versions
All.

## Reference
OpenCL C specification, "Vector Literals".

## Fix safety
Unsafe: the fix changes the result, most likely to the intended one.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.destinations import wanted_type
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(t.VectorType,))


@RULE.on(r.Binary, about=(",",))
def check(context: RuleContext, row: r.Binary) -> None:
    """Look at comma expressions where a vector is expected."""
    value = context.parent(row)
    if row.operator.text != "," or not isinstance(value, r.Parenthesized):
        return
    kind = wanted_type(context.model, value)
    if kind is None or not isinstance(kind.type, t.VectorType):
        return
    given = context.model.types.get(value, t.UNKNOWN_QUALIFIED).type
    if isinstance(given, t.VectorType) or not _is_list(row, kind.type):
        return
    name = t.spelled(t.Qualified(kind.type, alias=kind.alias))
    context.report(
        value,
        f"this is no vector: the commas discard all values but the last; write '({name})' in front",
        fixes=[inserting(f"Insert '({name})'", value.start, f"({name})", safe=False)],
    )


def _is_list(inner: r.Expression, wanted: t.VectorType) -> bool:
    """Tell whether a comma expression has as many values as the vector has components."""
    count = 1
    while isinstance(inner, r.Binary) and inner.operator.text == ",":
        if isinstance(inner.left, r.Assignment | r.Call):
            return False
        count, inner = count + 1, inner.left
    return 1 < count <= wanted.width
