"""A constant without a suffix makes a float expression double.

## What it does
Reports a floating constant without a suffix as an operand of an operator whose other operand is a
`float`. A comparison with a constant that `float` has as well, such as `x > 0.0`, is not reported.

## Why
Without a suffix a constant is a `double`: the other operand is converted, and the operation is one
of doubles, unless a compiler proves that the result is the same. A multiprocessor of compute
capability 8.6 completes 2 additions of `double` in a cycle, and 128 of `float` (NVIDIA, *CUDA C++
Programming Guide*, table "Throughput of Native Arithmetic Instructions").

## Example
```cl CL1.2 extensions=+cl_khr_fp64
kernel void k(global float *v) { v[0] = v[0] * 0.5; }
```

## Use instead
```cl CL1.2 extensions=+cl_khr_fp64
kernel void k(global float *v) { v[0] = v[0] * 0.5f; }
```

## Versions
All, with `cl_khr_fp64`; 1.0 and 1.1 with its pragma.

## Reference
OpenCL C specification, "Usual Arithmetic Conversions"; NVIDIA, *CUDA C++ Best Practices Guide*,
"Other Arithmetic Instructions".

## Fix safety
The result is rounded to a `float` earlier, so the fix is unsafe.
"""

import struct

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import DOUBLE_CONSTANTS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.settings.profiles import PERFORMANCE
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.HINT,
    since="0.2",
    versions=DOUBLE_CONSTANTS,
    profile=PERFORMANCE,
)

_COMPARISONS = frozenset(("<", "<=", ">", ">=", "==", "!="))


@RULE.on(r.FloatLiteral)
def check(context: RuleContext, literal: r.FloatLiteral) -> None:
    """Look at the other operand, and at the result."""
    model = context.model
    inner, above = model.use_of(literal)
    if not isinstance(above, r.Binary) or _name(model.type_of(literal)) != "double":
        return
    other = above.right if above.left is inner else above.left
    if _name(model.type_of(other)) != "float":
        return
    operator = above.operator.text
    if operator in _COMPARISONS and _is_exact(literal.text):
        return
    context.report(
        literal,
        f"'{literal.text}' is a 'double', so that '{operator}' is an operation of doubles: "
        f"write '{literal.text}f'",
        fixes=[replacing("Append 'f'", literal, f"{literal.text}f", safe=False)],
    )


def _is_exact(text: str) -> bool:
    """Return whether `float` has the value of a decimal constant, as far as is known."""
    try:
        value = float(text)
        return bool(struct.unpack("f", struct.pack("f", value))[0] == value)
    except (ValueError, OverflowError):
        return False


def _name(kind: t.Qualified) -> str:
    return kind.type.name if isinstance(kind.type, t.ScalarType) else ""
