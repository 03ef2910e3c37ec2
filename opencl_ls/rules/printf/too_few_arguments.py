r"""A `printf` format has more conversions than arguments.

## What it does
Reports formats with conversions that have no argument.

## Why
The output for them is undefined.

## Example
```cl
kernel void k(void) { printf("%d %d\n", 1); }
```

## Use instead
```cl
kernel void k(void) { printf("%d %d\n", 1, 2); }
```

## Versions
All.

## Reference
OpenCL C specification, "printf".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.reports.calls import report_calls
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")
report_calls(RULE, "format-count")
