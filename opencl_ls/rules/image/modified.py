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

from opencl_ls.linter.opaque import IMAGE, modified
from opencl_ls.syntax import records as r

RULE = modified(
    IMAGE,
    "image '{name}' is assigned: it always refers to one image object",
    r.Assignment,
    since="0.1",
)
