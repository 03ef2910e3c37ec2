"""A struct or union has a member of an image type.

## What it does
Reports members of image types.

## Why
Images can only be parameters, each by itself.

## Example
```cl
struct source { image2d_t image; int level; };
```

## Use instead
```cl
struct source { int2 origin; int level; };
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.linter.opaque import IMAGE, member

RULE = member(IMAGE, "member '{name}' is {type}: an image can only be a parameter", since="0.1")
