"""A directive is malformed or unknown.

## What it does
Reports directives that do not exist, and those that lack what they need: `#define` and `#undef`
without a name, `#include` without a file, `#line` without a number, a `#define` with a malformed
list of parameters. A missing blank after a macro's name is a warning, and so is a word that is
nearly `#else`, `#elif` or `#endif` in text that a condition leaves out.

## Why
Compilers reject the directive, or ignore it.

## Example
```cl
#defin SIZE 16
```

## Use instead
```cl
#define SIZE 16
```

## Versions
All.

## Reference
C11 6.10.

## Fix safety
Unsafe: the fix is a guess.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
