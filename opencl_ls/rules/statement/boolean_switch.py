"""A switch has a value that is true or false.

## What it does
Warns of a `switch` whose value is a `bool`, a comparison, or the result of `!`, `&&` or `||`.

## Why
Only two of its labels can ever match, which is clearer as an `if`. Most often a parenthesis is in
the wrong place.

## Example
```cl
kernel void k(global int *out, int n) { switch (n == 1) { case 1: out[0] = n; } }
```

## Use instead
```cl
kernel void k(global int *out, int n) { switch (n) { case 1: out[0] = n; } }
```

## Versions
All.

## Reference
clang's `-Wswitch-bool`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_COMPARING = frozenset("== != < > <= >= && ||".split())


@RULE.on(r.Switch)
def check(context: RuleContext, switch: r.Switch) -> None:
    """Look at the value of a switch."""
    if _is_truth(context, switch.condition):
        context.report(
            switch.condition,
            f"'{context.text(switch.condition)}' is true or false: 'if' asks that",
        )


def _is_truth(context: RuleContext, value: r.Expression) -> bool:
    """Tell whether a value can only be 0 or 1."""
    while isinstance(value, r.Parenthesized):
        value = value.inner
    kind = value_of(context.model.types.get(value, t.UNKNOWN_QUALIFIED)).type
    if kind == t.scalar("bool"):
        return True
    if not isinstance(kind, t.ScalarType):
        return False
    if isinstance(value, r.Binary):
        operator = value.operator.text
        if operator == ",":
            return _is_truth(context, value.right)
        if operator in ("&", "|", "^"):
            return _is_truth(context, value.left) and _is_truth(context, value.right)
        return operator in _COMPARING
    if isinstance(value, r.Conditional) and value.chosen is not None:
        return _is_truth(context, value.chosen) and _is_truth(context, value.otherwise)
    return isinstance(value, r.Unary) and value.operator == "!"
