"""A function returns a pipe.

## What it does
Reports functions whose result is a pipe.

## Why
Pipes can only be parameters. The caller has the pipe already.

## Example
```cl CL2.0
pipe int pick(void);
```

## Use instead
```cl CL2.0
int pick(void);
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.linter.opaque import PIPE, return_type

RULE = return_type(PIPE, "'{name}' returns a pipe: a pipe can only be a parameter", since="0.1")
