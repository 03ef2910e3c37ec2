"""A value is compared with a number outside of its range.

## What it does
Warns of comparisons with a constant whose result is always the same, as the type of the other
operand, or the 0 or 1 of a comparison, has no such value.

## Why
The condition is always true or always false: often a `uchar` is compared with -1 or 256, after a
conversion of the number.

## Example
```cl
kernel void k(global uchar *a) { if (a[0] == -1) a[1] = 0; }
```

## Use instead
```cl
kernel void k(global uchar *a) { if (a[0] == 0xff) a[1] = 0; }
```

## Versions
All.

## Reference
C11 6.3.1.8; clang's `-Wtautological-constant-out-of-range-compare`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import wrapped
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import typed_values
from opencl_ls.semantics.types.conversions import arithmetic_type, common_scalar, value_of
from opencl_ls.semantics.types.operators import EQUALITY, LOGICAL, RELATIONAL
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)

_COMPARING = RELATIONAL | EQUALITY
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_BOOL = t.scalar("bool")


@RULE.on(r.Binary, about=_COMPARING)
def check(context: RuleContext, record: r.Binary) -> None:
    """Compare the constant with the limits of the other operand's type."""
    sign = record.operator.text
    if sign not in _COMPARING:
        return
    left, right = _number(context, record.left), _number(context, record.right)
    if left is None or right is None:
        return
    values = typed_values(context.model)
    number, other = values.integer(record.right), record.left
    if number is None:
        number, other = values.integer(record.left), record.right
        sign = _TURNED.get(sign, sign)
    if number is None or values.integer(other) is not None:
        return
    if other is unwrapped(other) and _is_truth(other):
        return  # Without parentheses something else was intended, which other rules report.
    kind = _BOOL if _is_truth(other) else left if other is record.left else right
    low, high = _range(kind)
    common = common_scalar(left, right)
    number = wrapped(number, common)
    if kind.signed and not common.signed:
        # Numbers below 0 become large ones there, which do not continue the range.
        if sign not in EQUALITY:
            return
        number -= (number >> (common.bits - 1)) << common.bits
    always = _result(sign, number, low, high, edges=kind is _BOOL)
    if always is not None:
        context.report(
            record,
            f"this is always {'true' if always else 'false'}: {_described(context, other)} is "
            f"{low} to {high}",
        )


def _number(context: RuleContext, operand: r.Expression) -> t.ScalarType | None:
    """Return the type of an integer that is the same on every device, None of others."""
    found = value_of(context.model.types.get(operand, t.UNKNOWN_QUALIFIED))
    kind = arithmetic_type(found.type)
    return None if kind is None or kind.floating or found.device_sized else kind


def _is_truth(operand: r.Expression) -> bool:
    """Tell whether an operand is the result of a comparison or a logical operator."""
    inner = unwrapped(operand)
    if isinstance(inner, r.Binary):
        return inner.operator.text in _COMPARING | LOGICAL
    return isinstance(inner, r.Unary) and inner.operator == "!"


def _range(kind: t.ScalarType) -> tuple[int, int]:
    if kind is _BOOL:
        return 0, 1
    high = (1 << (kind.bits - kind.signed)) - 1
    return (-high - 1 if kind.signed else 0), high


def _result(sign: str, number: int, low: int, high: int, *, edges: bool) -> bool | None:
    """Return the result of `x sign number` for all x from `low` to `high`; None if it differs.

    With `edges` a number at the end of the range counts, too.
    """
    if low <= number <= high and not edges:
        return None
    if sign in EQUALITY:
        return None if low <= number <= high else sign == "!="
    holds = {
        "<": (low < number, high < number),
        ">": (low > number, high > number),
        "<=": (low <= number, high <= number),
        ">=": (low >= number, high >= number),
    }[sign]
    return holds[0] if holds[0] == holds[1] else None


def _described(context: RuleContext, operand: r.Expression) -> str:
    if _is_truth(operand):
        return "a truth value"
    return t.described(value_of(context.model.types[operand]))
