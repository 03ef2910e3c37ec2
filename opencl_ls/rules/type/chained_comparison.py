"""A comparison compares the result of another one.

## What it does
Warns of chains of `<`, `>`, `<=` and `>=` of scalars, such as `0 < i < n`, without parentheses.

## Why
`0 < i` is 1 or 0, and this value is compared with `n`: it is nearly always less.

## Example
```cl
kernel void k(global int *out, int i, int n) { if (0 < i < n) out[i] = 1; }
```

## Use instead
```cl
kernel void k(global int *out, int i, int n) { if (0 < i && i < n) out[i] = 1; }
```

## Versions
All.

## Reference
C11 6.5.8; clang's `-Wparentheses`.

## Fix safety
Unsafe: the fix is a guess.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.operands import is_simple
from opencl_ls.semantics.types.operators import RELATIONAL
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)


@RULE.on(r.Binary, about=RELATIONAL)
def check(context: RuleContext, record: r.Binary) -> None:
    """Look at the left side of the comparison."""
    first, operator = record.left, record.operator
    if operator.text not in RELATIONAL or not isinstance(first, r.Binary):
        return
    kind = context.model.types.get(record, t.UNKNOWN_QUALIFIED).type
    if first.operator.text not in RELATIONAL or not isinstance(kind, t.ScalarType):
        return
    middle = context.text(first.right)
    fixes = []
    if is_simple(first.right) and not isinstance(first.right, r.Call):
        fixes = [inserting("Compare both", first.end, f" && {middle}", safe=False)]
    context.report(
        operator,
        f"this compares the result of '{first.operator.text}', which is 0 or 1: '&&' joins two "
        "comparisons",
        fixes=fixes,
    )
