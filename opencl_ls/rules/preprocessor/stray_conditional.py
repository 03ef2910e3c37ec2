"""An `#else`, `#elif` or `#endif` belongs to no `#if`.

## What it does
Reports these directives where no conditional is open, and `#else` and `#elif` behind an `#else`.

## Why
The lines that it should end, or begin, are not what they seem.

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
from opencl_ls.rules.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
