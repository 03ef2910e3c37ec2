"""Macros expand to too much text.

## What it does
Reports macros whose expansion exceeds the limit, and the place where that of the whole program
does. The analysis leaves out the rest.

## Why
A few lines of macros can expand to more text than memory holds.

## Example
```cl
#define A x x x x x x x x x x x x x x x x
#define B A A A A A A A A A A A A A A A A
#define C B B B B B B B B B B B B B B B B
#define D C C C C C C C C C C C C C C C C
#define E D D D D D D D D D D D D D D D D
#define F E E E E E E E E E E E E E E E E
#define G F F F F F F F F F F F F F F F F
int f(void) { return sizeof(G); }
```

## Use instead
```cl
#define A x x x x
int f(int x) { return x; }
```

## Versions
All.

## Reference
C11 5.2.4.1.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
