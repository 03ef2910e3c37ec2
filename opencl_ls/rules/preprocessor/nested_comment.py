"""A comment seems to begin inside another one.

## What it does
Warns of `/*` in a comment that a `*/` ends.

## Why
Comments do not nest: the first `*/` ends both. Most often the `*/` of the outer one is missing, and
the text between them is left out.

## Example
```cl
/* the first
int lost;
/* the second */
```

## Use instead
```cl
/* the first */
int kept;
/* the second */
```

## Versions
All.

## Reference
C11 6.4.9; clang's `-Wcomment`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")
