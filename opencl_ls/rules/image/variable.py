"""A variable has an image type.

## What it does
Reports variables of image types, at program scope and in functions.

## Why
An image lives in memory of its own kind, and a program gets one as an argument only: such a
variable could hold no value.

## Example
```cl
kernel void k(read_only image2d_t source) { image2d_t copy = source; }
```

## Use instead
```cl
kernel void k(read_only image2d_t source, global int *out) { out[0] = get_image_width(source); }
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
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", about=(t.ImageType,))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the types of variables."""
    if is_image(variable.type.type):
        kind = t.Qualified(variable.type.type, alias=variable.type.alias)
        context.report(
            variable,
            f"variable '{variable.name}' is {t.described(kind)}: an image can only be a parameter",
        )
