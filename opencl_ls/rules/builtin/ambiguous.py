"""Several forms of a built-in function fit equally well.

## What it does
Reports calls of built-in functions with arguments that convert to several forms, such as `sqrt(2)`,
which could mean `float` or `double`.

## Why
A compiler does not choose among them. A suffix or a cast of an argument does.

## Example
```cl
kernel void k(global float *o) { o[0] = sqrt(2); }
```

## Use instead
```cl
kernel void k(global float *o) { o[0] = sqrt(2.0f); }
```

## Versions
All.

## Reference
OpenCL C specification, "Built-in Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.resolution import report_calls
from opencl_ls.rules.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
report_calls(RULE, "ambiguous")
