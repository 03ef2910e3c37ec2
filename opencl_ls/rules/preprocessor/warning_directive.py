"""A `#warning` directive is reached.

## What it does
Repeats the message of a `#warning`, `#pragma message` or `#pragma GCC warning` that is not left out
by a conditional.

## Why
The program itself has something to say.

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
from opencl_ls.rules.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")
