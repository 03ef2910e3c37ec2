"""The condition of an `#if` divides by zero.

## What it does
Reports `/` and `%` by zero in conditions, where the result counts. It is a warning if the zero
comes from an undefined macro, which the host may define.

## Why
Compilers reject such a condition. Most often a macro is not defined, so its value is 0.

## Example
```cl
#if 16 / 0
#endif
```

## Use instead
```cl
#define BLOCK 4
#if 16 / BLOCK
#endif
```

## Versions
All.

## Reference
C11 6.10.1.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1", with_complete_defines=Severity.ERROR)
