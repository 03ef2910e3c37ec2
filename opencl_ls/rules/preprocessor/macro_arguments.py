"""A macro is used with other arguments than it takes.

## What it does
Reports uses of a function-like macro with too many or too few arguments, or without the closing
parenthesis, and an `#include` among the arguments.

## Why
Compilers refuse such a use, and what the macro would stand for is unknown.

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
from opencl_ls.rules.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
