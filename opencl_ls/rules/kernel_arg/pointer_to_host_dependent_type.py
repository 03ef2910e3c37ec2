"""A kernel takes a buffer of elements whose size the host cannot know.

## What it does
Reports pointer parameters of kernels to `bool`, `size_t`, `ptrdiff_t`, `intptr_t` and `uintptr_t`.

## Why
The size of an element differs between devices and from the host's own type of that name, so the
same buffer holds other values on another device.

## Example
```cl
kernel void k(global size_t *offsets) {}
```

## Use instead
```cl
kernel void k(global ulong *offsets) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Built-in Scalar Data Types"; reference page Restrictions.

## Fix safety
The host has to fill the buffer with the new type, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.kernel_arguments import kernel_parameters, parameter_words, pointees
from opencl_ls.semantics.types.symbols import Function, ParameterVariable

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the pointees of a kernel's pointer parameters."""
    for parameter in kernel_parameters(function):
        pointee = next(pointees(parameter.type), None)
        if pointee is None or t.object_space(pointee) == t.LOCAL:
            continue
        element = t.element_of(pointee)
        name = element.device_sized or ("bool" if element.type is t.scalar("bool") else "")
        if name:
            _report(context, parameter, name)


def _report(context: RuleContext, parameter: ParameterVariable, name: str) -> None:
    written = parameter.parameter.specifiers.type
    instead = {"bool": "uchar", "size_t": "ulong", "uintptr_t": "ulong"}.get(name, "long")
    fixes = []
    if written is not None and context.text(written) == name:
        fixes = [replacing(f"Point to '{instead}'", written, instead, safe=False)]
    context.report(
        written or parameter.parameter,
        f"{parameter_words(parameter)} points to '{name}', whose size the host cannot "
        f"know: take '{instead}'",
        fixes=fixes,
    )
