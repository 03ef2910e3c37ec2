"""A pointer points to an image.

## What it does
Reports declarations and type names that make a pointer to an image type.

## Why
Images have no address; a function takes the image itself.

## Example
```cl
void h(read_only image2d_t *p) {}
```

## Use instead
```cl
void h(read_only image2d_t p) {}
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
    for declarator, _, kind in written_types(context.model, declaring):
        if derived_over(kind, is_image) == "pointer":
            context.report(
                declarator,
                f"pointer to {t.described(t.Qualified(base_of(kind).type))}: "
                "an image has no address; pass the image itself",
            )
