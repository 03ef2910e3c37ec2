"""An image is given an address space.

## What it does
Reports an address space on an image type.

## Why
An image parameter refers to an image object that the device keeps in a memory of its own choice;
the type has no address space. The pages of OpenCL C 1.x call it global memory, from 2.0 on the
qualifier is forbidden, and compilers reject it in every version.

## Example
```cl
kernel void k(global image2d_t picture) {}
```

## Use instead
```cl
kernel void k(read_only image2d_t picture) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Other Built-in Data Types"; reference page __local.

## Fix safety
The word has no effect on the image, so the fix is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import parameter_variables
from opencl_ls.semantics.types.symbols import Function, ParameterVariable

RULE = Rule(Severity.ERROR, since="0.1", about=(t.ImageType,))


@RULE.on(Function, ParameterVariable, about=RULE.about)
def check(context: RuleContext, symbol: Function | ParameterVariable) -> None:
    """Look at the image parameters of functions and blocks."""
    for parameter in parameter_variables(symbol):
        written = parameter.written
        if not isinstance(written.type, t.ImageType) or not written.space:
            continue
        word = parameter.space_word
        fixes = []
        if word is not None:
            fixes = [removing(f"Remove '{word.text}'", context.model.item.text, word, safe=True)]
        context.report(
            word or parameter.parameter.specifiers.type or parameter.parameter,
            f"'{written.space}' on {t.described(t.Qualified(written.type))}: "
            "an image takes no address space",
            # Compilers accept the address space that a parameter has anyway.
            severity=Severity.WARNING if written.space == t.PRIVATE else None,
            fixes=fixes,
        )
