"""A conditional is never closed.

## What it does
Reports `#if`, `#ifdef` and `#ifndef` without an `#endif` up to the end of their file.

## Why
The rest of the file is included or left out as a whole, most likely not on purpose.

## Example
```cl
#ifdef FAST
kernel void k(void) {}
```

## Use instead
```cl
#ifdef FAST
kernel void k(void) {}
#endif
```

## Versions
All.

## Reference
C11 6.10.1.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
