"""An included file is not found.

## What it does
Reports `#include` lines whose file is in none of the folders.

## Why
Without the file a compiler stops. The analysis continues, but does not know the declarations of the
file.

## Example
```cl
#include "settings-that-do-not-exist.h"
```

## Use instead
```cl
#define BLOCK_SIZE 16
```

## Versions
All.

## Reference
C11 6.10.2; option `-I` of `clBuildProgram`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
