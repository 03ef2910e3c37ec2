"""A macro is defined again with another body.

## What it does
Reports a `#define` of a macro that has another replacement, without an `#undef` between.

## Why
C does not allow it. Compilers warn and use the last definition, so the order of includes matters.

## Example
```cl
#define SIZE 16
#define SIZE 32
```

## Use instead
```cl
#define SIZE 16
#undef SIZE
#define SIZE 32
```

## Versions
All.

## Reference
C11 6.10.3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")
