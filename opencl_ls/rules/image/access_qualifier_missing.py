"""An image parameter has no access qualifier.

## What it does
Reports image parameters of kernels without `read_only`, `write_only` or `read_write`. A parameter
whose type is a typedef is not reported: the word would have to be in the typedef.

## Why
Without a word the image is `read_only`. The word makes that clear to the reader.

## Example
```cl
kernel void k(image2d_t source) {}
```

## Use instead
```cl
kernel void k(read_only image2d_t source) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Access Qualifiers".

## Fix safety
The word states the default, so the fix is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_image
from opencl_ls.semantics.lookup.callees import builtin_name, named_symbol
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.kernel_arguments import kernel_parameters
from opencl_ls.semantics.types.symbols import Function, ParameterVariable

RULE = Rule(Severity.HINT, since="0.1", about=(t.ImageType,))


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the parameters of kernels."""
    for parameter in kernel_parameters(function):
        written = parameter.written
        if not is_image(written.type) or written.access or written.space or written.alias:
            continue
        if _is_written(context.model, parameter):
            continue  # That is an error, which suggests another word.
        at = parameter.parameter.start
        context.report(
            parameter.parameter,
            f"image '{parameter.name}' is read_only, which nothing says here",
            fixes=[inserting("Say 'read_only'", at, "read_only ", safe=True)],
        )


def _is_written(model: ItemModel, parameter: ParameterVariable) -> bool:
    return any(
        builtin_name(model, site.call).startswith("write_image")
        and any(named_symbol(model, each) is parameter for each in site.call.arguments[:1])
        for site in model.calls
    )
