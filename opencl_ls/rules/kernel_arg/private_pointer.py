"""A pointer parameter of a kernel does not name the address space of its buffer.

## What it does
Reports pointer parameters of kernels that point into the private or the generic address space.
Without a qualifier that is the private one in OpenCL C 1.x, the generic one from 2.0 on. An array
parameter is a pointer too.

## Why
A kernel receives buffers from the host, and a buffer lives in global, constant or local memory.
Private memory belongs to one work-item, and the host cannot fill it.

## Example
```cl
kernel void scale(float *values) { values[0] *= 2.0f; }
```

## Use instead
```cl
kernel void scale(global float *values) { values[0] *= 2.0f; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference pages __local and Restrictions.

## Fix safety
A buffer can be constant or local as well, so the fix is unsafe.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemFix,
    RuleContext,
    inserting,
    replacing,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import base_of, is_named
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.kernel_arguments import kernel_parameters, pointees
from opencl_ls.semantics.types.symbols import Function, ParameterVariable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the pointees of a kernel's pointer parameters."""
    for parameter in kernel_parameters(function):
        levels = list(pointees(parameter.type))
        if context.target.version < 200 and len(levels) > 1:
            continue  # A pointer to a pointer is an error of its own there.
        for pointee in levels:
            space = t.object_space(pointee)
            if space in (t.PRIVATE, t.GENERIC) and not _is_reported_elsewhere(pointee.type):
                opaque = isinstance(base_of(pointee).type, t.OpaqueType)
                _report(context, parameter, function, space, opaque)
                break


_SILENT: Final = (t.UnknownType, t.FunctionType, t.ImageType, t.PipeType)


def _is_reported_elsewhere(kind: t.Type) -> bool:
    return isinstance(kind, _SILENT) or is_named(kind, "sampler_t")


def _report(
    context: RuleContext, parameter: ParameterVariable, function: Function, space: str, opaque: bool
) -> None:
    what = "is an array" if isinstance(parameter.written.type, t.ArrayType) else "is a pointer"
    name = f"'{parameter.name}'" if parameter.name else f"parameter {parameter.index + 1}"
    # The host cannot have an event or the like in any memory.
    advice = "the host has none to pass" if opaque else "say 'global', 'constant' or 'local'"
    context.report(
        parameter.parameter,
        f"{name} of kernel '{function.name}' {what} into {space} memory: {advice}",
        fixes=[] if opaque else _fixes(parameter, function),
    )


def _fixes(parameter: ParameterVariable, function: Function) -> list[ItemFix]:
    """Return the fix that names global memory, where only one pointer was written."""
    record = parameter.parameter
    parts = record.declarator.parts
    if len(parts) != 1 or not isinstance(parts[0], r.PointerPart | r.ArrayPart):
        return []
    storage = function.declaration.specifiers.storage
    word = "__global" if any(each.text == "__kernel" for each in storage) else "global"
    written = spaces.space_word(record.specifiers.qualifiers)
    title = f"Point into {word} memory"
    if written is not None:
        return [replacing(title, written, word, safe=False)]
    return [inserting(title, record.start, f"{word} ", safe=False)]
