"""A `#warning` directive is reached.

## What it does
Repeats the message of a `#warning`, `#pragma message` or `#pragma GCC warning` that no conditional
leaves out.

## Why
The author of the program wrote the warning on purpose.

## Example
```cl
#warning "this path is slow"
```

## Use instead
```cl
#if 0
#warning "this path is slow"
#endif
```

## Versions
All.

## Reference
Manuals of compilers; C23 6.10.7.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")
