"""An `#else`, `#elif` or `#endif` belongs to no `#if`.

## What it does
Reports these directives where no conditional is open, and `#else` and `#elif` after an `#else`.

## Why
The structure of the conditionals is not as it seems.

## Example
```cl
kernel void k(void) {}
#endif
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
