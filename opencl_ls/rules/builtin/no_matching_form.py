"""No overload of a built-in function takes the arguments.

## What it does
Reports calls of built-in functions with an argument that fits no overload, and names the nearest
overload.

## Why
Vectors, images and pointers do not convert: their types have to be those of one overload.

## Example
```cl
kernel void k(global float4 *o, short4 m) { o[0] = select(o[0], o[1], m); }
```

## Use instead
```cl
kernel void k(global float4 *o, int4 m) { o[0] = select(o[0], o[1], m); }
```

## Versions
All.

## Reference
OpenCL C specification, "Built-in Functions".

## Fix safety
Unsafe: the fix converts an argument of `enqueue_kernel` to the type that it takes, which may not be
intended.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.reports.calls import report_calls
from opencl_ls.linter.rule import Rule
from opencl_ls.rules.builtin._enqueue_fixes import argument_fixes

RULE = Rule(Severity.ERROR, since="0.1")
report_calls(RULE, "argument", "access", "block", fixes=argument_fixes)
