r"""An argument of `printf` is not printed.

## What it does
Reports arguments for which the format has no conversion.

## Why
The argument is computed and discarded. Often a conversion was forgotten.

## Example
```cl
kernel void k(void) { printf("%d\n", 1, 2); }
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
report_calls(RULE, "format-unused")
