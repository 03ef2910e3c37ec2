"""A literal without a suffix makes float arithmetic double.

## What it does
Hints at literals such as `1.5` that are one operand of an operator whose other operand is `float`
or `half`.

## Why
Such a literal is a `double`, so the other operand becomes one and the operation is done in double
precision. On most GPUs that takes many times as long, and not every device has it.

## Example
```cl
kernel void k(global float *p) { p[0] = p[0] * 1.1; }
```

## Use instead
```cl
kernel void k(global float *p) { p[0] = p[0] * 1.1f; }
```

## Versions
All, with `cl_khr_fp64`; 1.0 and 1.1 with its pragma.

## Reference
OpenCL C specification, "Supported Data Types" and "Usual Arithmetic Conversions".

## Fix safety
Not safe: the result is rounded to `float` then.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, replacing
from opencl_ls.rules.rule import DOUBLE_CONSTANTS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.conversions import value_of
from opencl_ls.syntax import records as r

_NARROW = ("float", "half")

RULE = Rule(Severity.HINT, since="0.1", versions=DOUBLE_CONSTANTS, about=("double",))


@RULE.on(r.FloatLiteral)
def check(context: RuleContext, literal: r.FloatLiteral) -> None:
    """Look at the other operand of the operator around a literal."""
    if _scalar(context, literal) != "double" or literal.text[-1] in "lL":
        return
    inner: r.Record = literal
    above = context.parent(literal)
    while isinstance(above, r.Parenthesized) or (
        isinstance(above, r.Unary) and above.operator in ("-", "+")
    ):
        inner, above = above, context.parent(above)
    if isinstance(above, r.Binary):
        other = above.right if inner is above.left else above.left
    elif isinstance(above, r.Assignment) and above.operator.text != "=":
        other = above.left
    else:
        return
    narrow = _scalar(context, other)
    if narrow not in _NARROW:
        return
    suffix = "f" if narrow == "float" else "h"
    context.report(
        literal,
        f"'{literal.text}' is a double, so '{above.operator.text}' is done in double precision: "
        f"write '{literal.text}{suffix}' to stay with {narrow}",
        fixes=[replacing(f"Append '{suffix}'", literal, f"{literal.text}{suffix}", safe=False)],
    )


def _scalar(context: RuleContext, operand: r.Expression) -> str:
    kind = value_of(context.model.types.get(operand, t.UNKNOWN_QUALIFIED)).type
    return kind.name if isinstance(kind, t.ScalarType) else ""
