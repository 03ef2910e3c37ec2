"""The precedence of an operator is misleading.

## What it does
Warns of `a & b == c` (also with `|`, `^` and the other comparisons), where the comparison comes
first, and of `!a == b`, where `!` does, for scalars without parentheses. If both sides of `&` are
comparisons, or `!a` is compared with a truth value, nothing is reported.

## Why
`n & 1 == 0` is `n & (1 == 0)`, which is 0; `!i == 2` compares 0 or 1 with 2.

## Example
```cl
kernel void k(global int *out, int n) { if (n & 1 == 0) out[n] = 1; }
```

## Use instead
```cl
kernel void k(global int *out, int n) { if ((n & 1) == 0) out[n] = 1; }
```

## Versions
All.

## Reference
C11 6.5; clang's `-Wparentheses` and `-Wlogical-not-parentheses`.

## Fix safety
Unsafe: the fix is a guess.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, wrapping
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.operators import EQUALITY, RELATIONAL
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)

_COMPARING = RELATIONAL | EQUALITY
_BITWISE = frozenset("&|^")


@RULE.on(r.Binary, about=_BITWISE)
def check_bitwise(context: RuleContext, record: r.Binary) -> None:
    """Look for one comparison beside an operator of bits."""
    operator = record.operator.text
    if operator not in _BITWISE or not _is_scalar(context, record):
        return
    for side, other in ((record.left, record.right), (record.right, record.left)):
        compared = _operator(side)
        if compared not in _COMPARING or not isinstance(side, r.Binary):
            continue
        if _operator(other) in _COMPARING | _BITWISE or _is_truth(context, other):
            return
        near = side.right if side is record.left else side.left
        place = (min(near.start, other.start), max(near.end, other.end))
        fix = wrapping(f"Put '{operator}' in parentheses", place, "(", ")", safe=False)
        message = f"'{compared}' comes before '{operator}': parentheses say what is meant"
        context.report(record.operator, message, fixes=[fix])
        return


@RULE.on(r.Binary, about=_COMPARING)
def check_not(context: RuleContext, record: r.Binary) -> None:
    """Look for a `!` on the left of a comparison."""
    negated, operator = record.left, record.operator.text
    if not isinstance(negated, r.Unary) or negated.operator != "!" or operator not in _COMPARING:
        return
    if not _is_scalar(context, record) or _is_truth(context, record.right):
        return
    place = (negated.operand.start, record.end)
    fix = wrapping(f"Put '{operator}' in parentheses", place, "(", ")", safe=False)
    message = f"'!' comes before '{operator}': parentheses say what is meant"
    context.report((negated.start, negated.start + 1), message, fixes=[fix])


def _operator(expression: r.Expression) -> str:
    return expression.operator.text if isinstance(expression, r.Binary) else ""


def _is_scalar(context: RuleContext, record: r.Binary) -> bool:
    kind = context.model.types.get(record, t.UNKNOWN_QUALIFIED).type
    return isinstance(kind, t.ScalarType)


def _is_truth(context: RuleContext, expression: r.Expression) -> bool:
    """Tell whether an expression is a truth value: a bool, a comparison, `!a`, or made of such."""
    while isinstance(expression, r.Parenthesized):
        expression = expression.inner
    if isinstance(expression, r.Unary):
        return expression.operator == "!"
    if isinstance(expression, r.Binary):
        operator = expression.operator.text
        if operator in _BITWISE:
            return _is_truth(context, expression.left) and _is_truth(context, expression.right)
        return operator in _COMPARING or operator in ("&&", "||")
    if isinstance(expression, r.Name) and expression.name in ("true", "false"):
        return True
    kind = context.model.types.get(expression, t.UNKNOWN_QUALIFIED).type
    return isinstance(kind, t.ScalarType) and kind.name == "bool"
