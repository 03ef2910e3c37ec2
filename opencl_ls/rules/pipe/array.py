"""An array has elements of a pipe type.

## What it does
Reports declarations and type names that make an array of pipes.

## Why
Pipes can only be parameters, each by itself.

## Example
```cl CL2.0
void h(read_only pipe int sources[2]) {}
```

## Use instead
```cl CL2.0
void h(read_only pipe int first, read_only pipe int second) {}
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.linter.opaque import PIPE, array

RULE = array(PIPE, "array of pipes: a pipe can only be a parameter by itself", since="0.1")
