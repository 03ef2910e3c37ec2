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

from opencl_ls.linter.opaque import IMAGE, variable

RULE = variable(IMAGE, "variable '{name}' is {type}: an image can only be a parameter", since="0.1")
