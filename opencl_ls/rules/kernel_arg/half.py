"""A kernel takes a half by value without cl_khr_fp16.

## What it does
Reports parameters of kernels of type `half` where `cl_khr_fp16` is not available.

## Why
Without the extension `half` is a format to store numbers in memory, and values of it do not exist.

## Example
```cl CL1.2 extensions=-cl_khr_fp16
kernel void k(half scale) {}
```

## Use instead
```cl CL1.2 extensions=-cl_khr_fp16
kernel void k(float scale, global half *values) {}
```

## Versions
All, without `cl_khr_fp16`.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.

## Fix safety
The host has to pass the new type, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, replacing
from opencl_ls.rules.rule import WITHOUT_FP16, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.kernel_arguments import kernel_parameters
from opencl_ls.semantics.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1", versions=WITHOUT_FP16)


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the types that a kernel takes by value."""
    for parameter in kernel_parameters(function):
        if parameter.type.type is not t.scalar("half"):
            continue
        written = parameter.parameter.specifiers.type
        fixes = []
        if written is not None and context.text(written) == "half":
            fixes = [replacing("Take 'float'", written, "float", safe=False)]
        context.report(
            written or parameter.parameter,
            f"kernel parameter '{parameter.name}' is 'half': without cl_khr_fp16 a kernel takes "
            "'float', or a pointer to 'half'",
            fixes=fixes,
        )
