"""The two characters of a compound assignment are swapped.

## What it does
Warns of `=-` and `=+` without a blank inside and with one after it, in the same line.

## Why
They look like `-=` and `+=`, but assign a value with a sign: the old value is lost.

## Example
```cl
kernel void k(global float *a, float x) { a[0] =+ x; }
```

## Use instead
```cl
kernel void k(global float *a, float x) { a[0] += x; }
```

## Versions
All.

## Reference
C11 6.5.16; clang warns by default.

## Fix safety
Unsafe: the sign may be intended.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)


@RULE.on(r.Assignment, about=(r.Unary, r.Binary))
def check(context: RuleContext, assignment: r.Assignment) -> None:
    """Look at the characters right after the operator."""
    operator, sign = assignment.operator, assignment.right
    while isinstance(sign, r.Binary):
        sign = sign.left
    if not isinstance(sign, r.Unary) or sign.operator not in ("+", "-"):
        return
    operator_end = sign.start + 1
    if operator.text != "=" or sign.start != operator.end or sign.operand.start <= operator_end:
        return
    if "\n" in context.model.item.text[operator_end : sign.operand.start]:
        return  # Minifiers break lines wherever they can.
    meant = f"{sign.operator}="
    place = (operator.start, operator_end)
    fix = replacing(f"Change to '{meant}'", place, meant, safe=False)
    written = f"={sign.operator}"
    message = f"'{written}' assigns a value with a sign; did you mean '{meant}'?"
    context.report(place, message, fixes=[fix])
