"""A scalar operand has a higher rank than the components of the vector.

## What it does
Reports operations on a vector and a scalar of a type that ranks higher than that of the components,
such as `float4 * 2.0` or `int4 + 1U`.

## Why
The scalar is converted to the component type, and no value may be lost: a scalar of higher rank is
an error. A literal without a suffix is `int` or, with a decimal point, `double`. Compilers treat an
enumeration without negative constants as `uint`.

## Example
```cl
float4 twice(float4 v) { return v * 2.0; }
```

## Use instead
```cl
float4 twice(float4 v) { return v * 2.0f; }
```

## Versions
All.

## Reference
OpenCL C specification, "Usual Arithmetic Conversions".

## Fix safety
Safe if the suffix of a literal changes; unsafe if a cast is inserted, which may change the value.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemFix,
    RuleContext,
    inserting,
    replacing,
    wrapping,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.literals import integer_type
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.operands import is_simple, operands
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types.conversions import widens
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.InvalidOperands)
def check(context: RuleContext, problem: p.InvalidOperands) -> None:
    """Report the scalar, and offer one that fits."""
    pair = operands(problem.record)
    if problem.invalid.reason != "rank" or pair is None:
        return
    kinds = (problem.left, problem.right)
    at = 0 if isinstance(problem.right.type, t.VectorType) else 1
    scalar, vector = kinds[at], kinds[1 - at].type
    if not isinstance(vector, t.VectorType):
        return
    element = vector.element.name
    is_enumeration = isinstance(scalar.type, t.EnumeratedType) and scalar.type.never_negative
    counts = (
        "counts as 'uint', as none of its constants is negative, and " if is_enumeration else ""
    )
    context.report(
        pair[at],
        f"{t.described(scalar)} {counts}ranks higher than '{element}', the component type of "
        f"{t.described(kinds[1 - at])}: the scalar has to be converted",
        fixes=_fixes(pair[at], vector.element),
    )


def _fixes(operand: r.Expression, element: t.ScalarType) -> list[ItemFix]:
    literal = unwrapped(operand)
    if isinstance(literal, r.FloatLiteral) and element.name == "float":
        if literal.text[-1:] in "0123456789.":
            return [inserting("Append 'f'", literal.end, "f", safe=True)]
    if isinstance(literal, r.IntegerLiteral) and not element.floating:
        digits = literal.text.rstrip("uUlL")
        if digits != literal.text and widens(integer_type(digits), element):
            return [replacing(f"Write '{digits}'", literal, digits, safe=True)]
    before = f"({element.name})"
    if is_simple(operand):
        return [inserting(f"Cast to '{element.name}'", operand.start, before, safe=False)]
    return [wrapping(f"Cast to '{element.name}'", operand, f"{before}(", ")", safe=False)]
