"""An image is passed to a parameter with another access.

## What it does
Reports arguments of image type whose access differs from that of the parameter.

## Why
A read-only image and a write-only image are different types, and no conversion between them exists.

## Example
```cl
void show(read_only image2d_t i) {}
kernel void k(write_only image2d_t i) { show(i); }
```

## Use instead
```cl
void show(write_only image2d_t i) {}
kernel void k(write_only image2d_t i) { show(i); }
```

## Versions
All.

## Reference
OpenCL C specification, "Access Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import access_of, is_image
from opencl_ls.semantics.lookup.callees import named_symbol, user_function
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", about=(t.ImageType,))


@RULE.on(r.Call, about=(Function,))
def check(context: RuleContext, call: r.Call) -> None:
    """Compare the images among the arguments with the parameters."""
    function = user_function(context.model, call)
    if function is None:
        return
    for argument, parameter in zip(call.arguments, function.parameters, strict=False):
        symbol = named_symbol(context.model, argument)
        if symbol is None or not is_image(symbol.type.type) or not is_image(parameter.type.type):
            continue
        given, wanted = access_of(symbol.type), access_of(parameter.type)
        if given != wanted:
            context.report(
                argument,
                f"image '{symbol.name}' is {given}, and '{function.name}' takes one that is "
                f"{wanted}",
                related=[(parameter, f"'{parameter.name}' is declared here")],
            )
