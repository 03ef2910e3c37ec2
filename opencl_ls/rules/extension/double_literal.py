"""A floating literal without a suffix where double does not exist.

## What it does
Reports literals such as `1.5` where `cl_khr_fp64` is not available.

## Why
Without a suffix the literal has the type `double`. Compilers narrow it there, or refuse it.

## Example
```cl CL1.2 extensions=-cl_khr_fp64
kernel void k(global float *p) { p[0] = 1.5; }
```

## Use instead
```cl CL1.2 extensions=-cl_khr_fp64
kernel void k(global float *p) { p[0] = 1.5f; }
```

## Versions
All, without `cl_khr_fp64`.

## Reference
OpenCL C specification, "Built-in Scalar Data Types".

## Fix safety
The value is narrowed to `float` in any case, so the fix is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, replacing
from opencl_ls.rules.rule import NO_FP64, Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=NO_FP64)


@RULE.on(r.FloatLiteral)
def check(context: RuleContext, literal: r.FloatLiteral) -> None:
    """Look at the suffixes of literals."""
    text = literal.text
    hexadecimal = text[:2] in ("0x", "0X")
    suffixed = text[-1] in "hHlL" or (text[-1] in "fF" and (not hexadecimal or "p" in text.lower()))
    if suffixed or context.target.single_precision_constant:
        return
    context.report(
        literal,
        f"'{text}' is a 'double', which this target lacks: write '{text}f'",
        fixes=[replacing("Append 'f'", literal, f"{text}f", safe=True)],
    )
