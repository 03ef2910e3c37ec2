"""A variable has a pipe type.

## What it does
Reports pipes at program scope and in functions that are no parameters.

## Why
A pipe is an object that the host makes. A program gets it as an argument only.

## Example
```cl CL2.0
kernel void k(read_only pipe int p) { pipe int q; }
```

## Use instead
```cl CL2.0
void helper(read_only pipe int p) {}
kernel void k(read_only pipe int p) { helper(p); }
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.linter.opaque import PIPE, variable

RULE = variable(
    PIPE, "variable '{name}' is a pipe: a pipe can only be a parameter", since="0.1", whole=True
)
