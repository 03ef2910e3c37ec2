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

from opencl_ls.linter.opaque import IMAGE, pointer

RULE = pointer(
    IMAGE, "pointer to {type}: an image has no address; pass the image itself", since="0.1"
)
