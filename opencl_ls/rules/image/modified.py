"""An image parameter is assigned.

## What it does
Reports assignments to image parameters.

## Why
The parameter refers to one image object, and no operator changes that.

## Example
```cl
kernel void k(read_only image2d_t a, read_only image2d_t b) { a = b; }
```

## Use instead
```cl
void draw(read_only image2d_t i, global int *out) { out[0] = get_image_width(i); }
kernel void k(read_only image2d_t a, read_only image2d_t b, global int *out) {
    if (out[1]) { draw(a, out); } else { draw(b, out); }
}
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
from opencl_ls.semantics.lookup.callees import named_symbol
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", about=(t.ImageType,))


@RULE.on(r.Assignment)
def check(context: RuleContext, assignment: r.Assignment) -> None:
    """Look at the left sides of assignments."""
    symbol = named_symbol(context.model, assignment.left)
    if symbol is not None and is_image(symbol.type.type):
        context.report(
            assignment,
            f"image '{symbol.name}' is assigned: it always refers to one image object",
            related=[(symbol, f"'{symbol.name}' is declared here")],
        )
