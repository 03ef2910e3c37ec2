"""A function returns an image.

## What it does
Reports functions whose result is an image.

## Why
Images can only be parameters. The caller has the image already.

## Example
```cl
image3d_t pick(image3d_t i) { return i; }
```

## Use instead
```cl
int depth(image3d_t i) { return get_image_depth(i); }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_image
from opencl_ls.semantics.types.symbols import Function, Typedef

RULE = Rule(Severity.ERROR, since="0.1", about=(t.ImageType,))


@RULE.on(Function, Typedef)
def check(context: RuleContext, function: Function | Typedef) -> None:
    """Look at the types of results, once where a typedef names the type of a function."""
    if not isinstance(function.type.type, t.FunctionType) or function.type.alias:
        return
    result = function.type.type.result
    if is_image(result.type):
        kind = t.Qualified(result.type, alias=result.alias)
        context.report(
            function.declaration.specifiers.type or function,
            f"'{function.name}' returns {t.described(kind)}: an image can only be a parameter",
        )
