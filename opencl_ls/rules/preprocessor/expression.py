"""The condition of an `#if` or `#elif` cannot be computed.

## What it does
Reports conditions that are no integer constant expressions. It is a warning where a name in
capitals stands before parentheses and is no macro: the host may define it.

## Why
Compilers refuse them. The analysis takes such a condition for false.

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
