"""The operator `##` does not make one token.

## What it does
Reports a `##` whose two operands together are not one token.

## Why
The result is undefined, and compilers reject it.

## Example
```cl
#define CALL(name) .##name
int f(int2 v) { return v CALL(x); }
```

## Use instead
```cl
#define CALL(name) .name
int f(int2 v) { return v CALL(x); }
```

## Versions
All.

## Reference
C11 6.10.3.3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
