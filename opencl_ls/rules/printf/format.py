r"""A `printf` format is not valid.

## What it does
Reports conversions, flags, widths and length modifiers in a format that OpenCL C does not have or
that cannot be combined, including vectors without a length modifier, the lengths `ll`, `j`, `z`,
`t` and `L` of C, and `*` for a width or a precision. The format is a literal, or a constant
variable that holds one.

## Why
The output of such a format is undefined. Vectors are printed with `vN`, where N is 2, 3, 4, 8 or
16, and one of the modifiers `hh`, `h`, `hl` and `l`.

## Example
```cl
kernel void k(int v) { printf("%#d\n", v); }
```

## Use instead
```cl
kernel void k(int v) { printf("%#x\n", v); }
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
report_calls(RULE, "format")
