"""The condition of an `#if` or `#elif` cannot be computed.

## What it does
Reports conditions that are no integer constant expressions. It is a warning where a name in
capitals stands before parentheses and is no macro, as the host may define it, and for a number of
more than 64 bits.

## Why
Compilers refuse them. The analysis takes such a condition for false. A number that is too large
passes, and stands for the largest one.

## Example
```cl
#if 1 +
#endif
```

## Use instead
```cl
#if 1 + 1
#endif
```

## Versions
All.

## Reference
C11 6.10.1.

## Fix safety
Unsafe: it is a guess what was meant.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1", with_complete_defines=Severity.ERROR)
