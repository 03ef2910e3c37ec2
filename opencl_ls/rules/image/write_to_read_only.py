"""A read-only image is written.

## What it does
Reports calls of `write_imagef`, `write_imagei` and the like on an image that is `read_only`, or
that has no access qualifier, which means the same.

## Why
No overload of the function takes such an image.

## Example
```cl
kernel void k(read_only image2d_t i) { write_imagef(i, (int2)(0, 0), (float4)(0.0f)); }
```

## Use instead
```cl
kernel void k(write_only image2d_t i) { write_imagef(i, (int2)(0, 0), (float4)(0.0f)); }
```

## Versions
All.

## Reference
OpenCL C specification, "Access Qualifiers".

## Fix safety
The kernel may read the image as well, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemFix,
    RuleContext,
    inserting,
    replacing,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import access_of, access_words, is_image
from opencl_ls.semantics.lookup.callees import builtin_name, named_symbol
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    about=(t.ImageType,),
    supersedes=("builtin/no-matching-form", "builtin/unavailable"),
)


@RULE.on(r.Call, about=("write_",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the images that calls write."""
    name = builtin_name(context.model, call)
    if not name.startswith("write_image") or not call.arguments:
        return
    symbol = named_symbol(context.model, call.arguments[0])
    if symbol is None or not is_image(symbol.type.type) or access_of(symbol.type) != "read_only":
        return
    said = "read_only" if symbol.type.access else "read_only, as no word says otherwise"
    context.report(
        call.arguments[0],
        f"'{name}' writes '{symbol.name}', which is {said}: declare it write_only",
        related=[(symbol, f"'{symbol.name}' is declared here")],
        fixes=_fixes(symbol),
    )


def _fixes(symbol: Symbol) -> list[ItemFix]:
    if not isinstance(symbol, ParameterVariable):
        return []
    words = access_words(symbol.parameter.specifiers)
    if words:
        return [replacing("Declare it write_only", words[0], "write_only", safe=False)]
    if symbol.type.access or isinstance(symbol.parameter.specifiers.type, r.NamedType):
        return []  # The access is that of a typedef.
    return [inserting("Declare it write_only", symbol.parameter.start, "write_only ", safe=False)]
