"""A directive is followed by extra tokens.

## What it does
Reports tokens after `#else`, `#endif`, `#ifdef NAME`, `#undef NAME` and `#include "file"`.

## Why
Compilers ignore them. Most often they are meant as a comment, sometimes as a condition, which is
then not tested.

## Example
```cl
#ifdef FAST
#endif FAST
```

## Use instead
```cl
#ifdef FAST
#endif // FAST
```

## Versions
All.

## Reference
C11 6.10.

## Fix safety
Unsafe: the fix is a guess.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")
