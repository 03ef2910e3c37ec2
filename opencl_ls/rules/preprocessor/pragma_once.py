"""A main file says `#pragma once`.

## What it does
Reports `#pragma once` in a file that is checked by itself.

## Why
The pragma has an effect in included files only. Mostly it shows that a header is compiled as a
program.

## Example
```cl
#pragma once
```

## Use instead
```cl
kernel void k(void) {}
```

## Versions
All.

## Reference
Manuals of compilers; the language does not know the pragma.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")
