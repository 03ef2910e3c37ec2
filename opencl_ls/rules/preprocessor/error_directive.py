"""An `#error` directive is reached.

## What it does
Repeats the message of an `#error`, or of a `#pragma GCC error`, that is not left out by a
conditional.

## Why
The program itself says that it cannot be compiled so. Often a macro that the host's build options
give is missing in the configuration.

## Example
```cl
#ifndef BLOCK_SIZE_FROM_THE_HOST
#error "define the size of a block"
#endif
```

## Use instead
```cl
#ifndef BLOCK_SIZE_FROM_THE_HOST
#define BLOCK_SIZE_FROM_THE_HOST 16
#endif
```

## Versions
All.

## Reference
C11 6.10.5.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
