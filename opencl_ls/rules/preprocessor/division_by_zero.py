"""The condition of an `#if` divides by zero.

## What it does
Reports `/` and `%` by zero in conditions, where the result counts. It is a warning where a name
that no macro has, and which the host may define, makes the zero.

## Why
Compilers refuse such a condition. Mostly a macro is not defined, which makes it 0.

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
from opencl_ls.rules.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1", with_complete_defines=Severity.ERROR)
