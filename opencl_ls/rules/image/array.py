"""An array has elements of an image type.

## What it does
Reports declarations and type names that make an array of images.

## Why
Images can only be parameters, each by itself.

## Example
```cl CL1.2
void h(image2d_t layers[2]) {}
```

## Use instead
```cl CL1.2
void h(image2d_array_t layers) {}
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
from opencl_ls.semantics.declarations.opaque import (
    DECLARING,
    Declaring,
    base_of,
    derived_over,
    is_image,
    written_types,
)

RULE = Rule(Severity.ERROR, since="0.1", about=(t.ImageType,))


@RULE.on(*DECLARING, about=RULE.about)
def check(context: RuleContext, declaring: Declaring) -> None:
    """Look at the types in a declaration."""
    for declarator, parameter, kind in written_types(context.model, declaring):
        if derived_over(kind, is_image) == "array":
            context.report(
                parameter or declarator,
                f"array of {t.described(t.Qualified(base_of(kind).type))}: an image can only be "
                "a parameter by itself; 'image2d_array_t' holds layers",
            )
