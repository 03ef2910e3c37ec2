"""A comment is never closed.

## What it does
Reports a `/*` without a `*/` up to the end of the file.

## Why
Everything after it is part of the comment.

## Example
```cl
kernel void k(void) {}
/* and so on
```

## Use instead
```cl
kernel void k(void) {}
/* and so on */
```

## Versions
All.

## Reference
C11 6.4.9.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
