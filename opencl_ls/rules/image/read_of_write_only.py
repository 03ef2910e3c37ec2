"""A write-only image is read.

## What it does
Reports calls of `read_imagef`, `read_imagei` and the like on an image that is `write_only`.

## Why
No overload of the function takes such an image.

## Example
```cl
kernel void k(write_only image2d_t i, sampler_t s, global float4 *o) {
    o[0] = read_imagef(i, s, (int2)(0, 0));
}
```

## Use instead
```cl
kernel void k(read_only image2d_t i, sampler_t s, global float4 *o) {
    o[0] = read_imagef(i, s, (int2)(0, 0));
}
```

## Versions
All.

## Reference
OpenCL C specification, "Access Qualifiers".

## Fix safety
The kernel may write the image as well, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import access_words, is_image
from opencl_ls.semantics.lookup.callees import builtin_name, named_symbol
from opencl_ls.semantics.types.symbols import ParameterVariable
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    about=(t.ImageType,),
    supersedes=("builtin/no-matching-form", "builtin/unavailable"),
)


@RULE.on(r.Call, about=("read_",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the images that calls read."""
    name = builtin_name(context.model, call)
    if not name.startswith("read_image") or not call.arguments:
        return
    symbol = named_symbol(context.model, call.arguments[0])
    if symbol is None or not is_image(symbol.type.type) or symbol.type.access != "write_only":
        return
    fixes = []
    if isinstance(symbol, ParameterVariable):
        words = access_words(symbol.parameter.specifiers)
        fixes = [replacing("Declare it read_only", word, "read_only", safe=False) for word in words]
    context.report(
        call.arguments[0],
        f"'{name}' reads '{symbol.name}', which is write_only: declare it read_only",
        related=[(symbol, f"'{symbol.name}' is declared here")],
        fixes=fixes,
    )
