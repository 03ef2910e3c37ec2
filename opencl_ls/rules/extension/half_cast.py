"""A value is cast to `half` without `cl_khr_fp16`.

## What it does
Reports casts to `half` where `cl_khr_fp16` is not supported.

## Why
Without the extension there are no values of type `half`, only halves in memory, which `vstore_half`
writes.

## Example
```cl extensions=-cl_khr_fp16
void f(float x, global half *o) { (void)(half)x; }
```

## Use instead
```cl extensions=-cl_khr_fp16
void f(float x, global half *o) { vstore_half(x, 0, o); }
```

## Versions
All, without `cl_khr_fp16`.

## Reference
OpenCL C specification, "The half Data Type".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import WITHOUT_FP16, Rule
from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=WITHOUT_FP16)


@RULE.on(r.Cast, r.VectorLiteral)
def check(context: RuleContext, record: r.Cast | r.VectorLiteral) -> None:
    """Look at the types of casts."""
    kind = context.type_of(record.type)
    if kind is not None and isinstance(kind.type, t.ScalarType) and kind.type.name == "half":
        context.report(record, "a cast to 'half' needs 'cl_khr_fp16'")
