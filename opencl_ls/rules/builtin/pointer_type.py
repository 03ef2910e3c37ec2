"""A pointer argument of a built-in function has another type.

## What it does
Reports pointer arguments of built-in functions that compilers accept with a warning: pointers to
another type, to integers of another sign, or to `const` objects that the function may write.

## Why
The function reads and writes objects of its own type through the pointer.

## Example
```cl
kernel void k(const global int *p) { atomic_add(p, 1); }
```

## Use instead
```cl
kernel void k(global int *p) { atomic_add(p, 1); }
```

## Versions
All.

## Reference
OpenCL C specification, "Built-in Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.reports.calls import report_calls
from opencl_ls.linter.rule import Rule

_KINDS = ("pointer-type", "pointer-sign", "qualifiers")

RULE = Rule(Severity.WARNING, since="0.1")
report_calls(RULE, *_KINDS)
