"""A literal has the suffix h without cl_khr_fp16.

## What it does
Reports literals such as `1.0h` where `cl_khr_fp16` is not available.

## Why
The suffix makes a value of type `half`, and such values do not exist without the extension.

## Example
```cl CL1.2 extensions=-cl_khr_fp16
kernel void k(global float *o) { o[0] = 1.0h; }
```

## Use instead
```cl CL1.2 extensions=-cl_khr_fp16
kernel void k(global float *o) { o[0] = 1.0f; }
```

## Versions
All, without `cl_khr_fp16`.

## Reference
OpenCL C extension specification, `cl_khr_fp16`.

## Fix safety
A `float` is more precise, so results may change: the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import WITHOUT_FP16, Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.malformed_literals import number_problem

RULE = Rule(Severity.ERROR, since="0.1", versions=WITHOUT_FP16)


@RULE.on(r.FloatLiteral)
def check(context: RuleContext, literal: r.FloatLiteral) -> None:
    """Look at the suffixes of literals."""
    if literal.text[-1] not in "hH" or number_problem(literal.text):
        return
    plain = f"{literal.text[:-1]}f"
    context.report(
        literal,
        f"'{literal.text}' needs the extension cl_khr_fp16: write '{plain}'",
        fixes=[replacing("Make it a float", literal, plain, safe=False)],
    )
