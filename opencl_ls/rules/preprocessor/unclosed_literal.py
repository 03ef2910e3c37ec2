"""A quote in a directive is not closed.

## What it does
Warns of a `"` or `'` in a `#define` or `#pragma` that is not closed in its line.

## Why
Each use of the macro is then an error. Most often it is an apostrophe in a text that was meant as a
comment.

## Example
```cl
#define NOTE it's for later
```

## Use instead
```cl
#define NOTE  // it's for later
```

## Versions
All.

## Reference
C11 6.4p3; clang's `-Winvalid-pp-token`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")
