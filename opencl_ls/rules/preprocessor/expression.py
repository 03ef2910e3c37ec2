"""The condition of an `#if` or `#elif` cannot be computed.

## What it does
Reports conditions that are no integer constant expressions. It is a warning for an undefined name
in capitals before parentheses, as the host may define the macro, and for a number of more than 64
bits.

## Why
Compilers reject them. The analysis treats such a condition as false. A number that is too large is
accepted, and counts as the largest one.

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
Unsafe: the fix is a guess.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1", with_complete_defines=Severity.ERROR)
