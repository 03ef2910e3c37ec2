"""An `#error` directive is reached.

## What it does
Repeats the message of an `#error`, or of a `#pragma GCC error`, that no conditional leaves out.

## Why
The program itself says that it cannot be compiled this way. Often the configuration lacks a macro
that the host's build options define.

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
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
