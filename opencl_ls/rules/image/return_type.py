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

from opencl_ls.linter.opaque import IMAGE, return_type

RULE = return_type(IMAGE, "'{name}' returns {type}: an image can only be a parameter", since="0.1")
