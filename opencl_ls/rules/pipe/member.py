"""A struct or union has a pipe as a member.

## What it does
Reports members of a pipe type.

## Why
Pipes can only be parameters, each by itself.

## Example
```cl CL2.0
struct s { pipe int p; };
```

## Use instead
```cl CL2.0
struct s { int p; };
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.linter.opaque import PIPE, member

RULE = member(PIPE, "member '{name}' is a pipe: a pipe can only be a parameter", since="0.1")
