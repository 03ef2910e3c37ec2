r"""An argument of `printf` does not match its conversion.

## What it does
Reports arguments of another type than the conversion in the format requires, and for `%s` pointers
to characters that are certainly no string literal, as they are not in `constant` memory.

## Why
`printf` reads the argument as the conversion says, and prints a wrong value or nothing at all.

## Example
```cl
kernel void k(float v) { printf("%d\n", v); }
```

## Use instead
```cl
kernel void k(float v) { printf("%f\n", v); }
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
report_calls(RULE, "format-type")
