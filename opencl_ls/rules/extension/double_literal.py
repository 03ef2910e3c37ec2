"""A floating literal has no suffix where double does not exist.

## What it does
Reports literals such as `1.5` where `cl_khr_fp64` is not available, and in OpenCL C 1.0 and 1.1
where no pragma enables it.

## Why
Without a suffix the literal has the type `double`. Compilers narrow it, or reject it.

## Example
```cl CL1.2 extensions=-cl_khr_fp64
kernel void k(global float *p) { p[0] = 1.5; }
```

## Use instead
```cl CL1.2 extensions=-cl_khr_fp64
kernel void k(global float *p) { p[0] = 1.5f; }
```

## Versions
All, without `cl_khr_fp64`; 1.0 and 1.1 without its pragma.

## Reference
OpenCL C specification, "Built-in Scalar Data Types".

## Fix safety
Without `double` the value is narrowed in any case, so the fix is safe. Where only the pragma is
missing the fix is unsafe: a `double` may be intended.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import NO_DOUBLE_CONSTANTS, Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=NO_DOUBLE_CONSTANTS)


@RULE.on(r.FloatLiteral)
def check(context: RuleContext, literal: r.FloatLiteral) -> None:
    """Look at the suffixes of literals."""
    text = literal.text
    hexadecimal = text[:2] in ("0x", "0X")
    suffixed = text[-1] in "hHlL" or (text[-1] in "fF" and (not hexadecimal or "p" in text.lower()))
    if suffixed or context.target.single_precision_constant:
        return
    has_double = context.target.has_fp64
    message = f"'{text}' is a 'double', which {context.target.words} lacks: write '{text}f'"
    if has_double:
        message = (
            f"'{text}' is narrowed to 'float', as no pragma enables cl_khr_fp64: write '{text}f', "
            "or ask for the extension"
        )
    context.report(
        literal,
        message,
        fixes=[replacing("Append 'f'", literal, f"{text}f", safe=not has_double)],
    )
