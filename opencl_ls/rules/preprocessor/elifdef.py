"""#elifdef or #elifndef is used, which older compilers do not know.

## What it does
Warns of `#elifdef` and `#elifndef`.

## Why
They came with C23. Compilers older than clang 13 treat them as unknown directives in a group that
is left out, and skip the lines after them.

## Example
```cl
#if defined(FAST)
#elifdef SMALL
#endif
```

## Use instead
```cl
#if defined(FAST)
#elif defined(SMALL)
#endif
```

## Versions
All.

## Reference
C23 6.10.2; clang's `-Wc23-extensions`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")
