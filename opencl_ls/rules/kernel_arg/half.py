"""A kernel takes a half by value without cl_khr_fp16.

## What it does
Reports parameters of kernels of type `half`, and structs and unions by value that hold such a
member at any depth, where `cl_khr_fp16` is not available.

## Why
Without the extension `half` is a storage format, and values of the type do not exist.

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
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import WITHOUT_FP16, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.kernel_arguments import (
    find_member,
    kernel_parameters,
    member_places,
    member_words,
    parameter_words,
)
from opencl_ls.semantics.types.symbols import Function, ParameterVariable

RULE = Rule(Severity.ERROR, since="0.1", versions=WITHOUT_FP16)


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the types that a kernel takes by value."""
    for parameter in kernel_parameters(function):
        if _is_half(parameter.type):
            _report(context, parameter)
        way = find_member(parameter.type.type, _is_half)
        if way:
            context.report(
                parameter.parameter,
                f"{parameter_words(parameter)} holds '{member_words(way)}' of type 'half': "
                "without cl_khr_fp16 a kernel takes a pointer to such a struct",
                related=member_places(way),
            )


def _is_half(kind: t.Qualified) -> bool:
    return kind.type is t.scalar("half")


def _report(context: RuleContext, parameter: ParameterVariable) -> None:
    written = parameter.parameter.specifiers.type
    fixes = []
    if written is not None and context.text(written) == "half":
        fixes = [replacing("Take 'float'", written, "float", safe=False)]
    context.report(
        written or parameter.parameter,
        f"{parameter_words(parameter)} is 'half': without cl_khr_fp16 a kernel takes "
        "'float', or a pointer to 'half'",
        fixes=fixes,
    )
