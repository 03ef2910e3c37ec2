"""A logical operator has a number as its right operand.

## What it does
Warns of `a && 8` and `a || 8`, where the number is neither 0 nor 1.

## Why
A number that is not 0 counts as true, so `a && 8` is `a != 0`, and `a || 8` is 1. Most often the
bitwise `&` and `|` were intended.

## Example
```cl
kernel void k(global int *out, int flags) { if (flags && 8) out[0] = 1; }
```

## Use instead
```cl
kernel void k(global int *out, int flags) { if (flags & 8) out[0] = 1; }
```

## Versions
All.

## Reference
C11 6.5.13 and 6.5.14; clang's `-Wconstant-logical-operand`.

## Fix safety
Unsafe: the fix is a guess.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import constants_of
from opencl_ls.semantics.types.conversions import arithmetic_type
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)

_NUMBERS = (r.IntegerLiteral, r.CharacterLiteral, r.Unary)
_BITWISE = {"&&": "&", "||": "|"}


@RULE.on(r.Binary, about=_BITWISE)
def check(context: RuleContext, record: r.Binary) -> None:
    """Look at the operand on the right of an integer."""
    operator, right = record.operator, unwrapped(record.right)
    if operator.text not in _BITWISE or not isinstance(right, _NUMBERS):
        return
    kind = arithmetic_type(context.model.types.get(record.left, t.UNKNOWN_QUALIFIED).type)
    if kind is None or kind.floating or kind.name == "bool":
        return
    if constants_of(context.model).integer(right) in (None, 0, 1):
        return
    bitwise, number = _BITWISE[operator.text], context.text(right)
    context.report(
        (operator.start, record.right.end),
        f"'{operator.text}' takes {number} for true, as any number but 0: '{bitwise}' looks at its "
        "bits",
        fixes=[replacing(f"Change to '{bitwise}'", operator, bitwise, safe=False)],
    )
