"""A macro is used with wrong arguments.

## What it does
Reports uses of a function-like macro with too many or too few arguments, or without the closing
parenthesis, and an `#include` among the arguments.

## Why
Compilers reject such a use, and the expansion is unknown.

## Example
```cl
#define SUM(a, b) ((a) + (b))
int f(void) { return SUM(1); }
```

## Use instead
```cl
#define SUM(a, b) ((a) + (b))
int f(void) { return SUM(1, 2); }
```

## Versions
All.

## Reference
C11 6.10.3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
