"""A member of a struct or union is a block.

## What it does
Reports members of block type, through typedefs as well.

## Why
A block must not outlive its scope, and the compiler has to know which block is called. A member
would break both rules.

## Example
```cl CL2.0
typedef int (^step)(int);
struct plan { step next; };
```

## Use instead
```cl CL2.0
struct plan { int selected; };
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks.
"""

from opencl_ls.linter.opaque import BLOCK, member

RULE = member(
    BLOCK, "member '{name}' is a block: a {keyword} cannot hold one", since="0.1", whole=True
)
