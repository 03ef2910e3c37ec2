"""A directive is followed by something that it does not take.

## What it does
Reports what stands behind `#else`, `#endif`, `#ifdef NAME`, `#undef NAME` and `#include "file"`.

## Why
Compilers ignore it. Mostly it is meant as a comment, sometimes as a condition that is not tested
then.

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
Unsafe: it is a guess what was meant.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")
