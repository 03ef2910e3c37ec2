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

from opencl_ls.linter.opaque import IMAGE, array

RULE = array(
    IMAGE,
    "array of {type}: an image can only be a parameter by itself; 'image2d_array_t' holds layers",
    since="0.1",
    whole=True,
)
