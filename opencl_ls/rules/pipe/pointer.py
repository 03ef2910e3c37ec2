"""A pointer points to a pipe.

## What it does
Reports declarations and type names that make a pointer to a pipe, such as `pipe int *p`.

## Why
A pipe has no address. A function takes the pipe itself.

## Example
```cl CL2.0
void h(read_only pipe int *p) {}
```

## Use instead
```cl CL2.0
void h(read_only pipe int p) {}
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.linter.opaque import PIPE, pointer

RULE = pointer(PIPE, "pointer to a pipe: a pipe has no address", since="0.1")
