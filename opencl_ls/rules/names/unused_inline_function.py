"""A static inline function is never used.

## What it does
Reports functions that are static and inline, and have a body, if the program never uses them.

## Why
No other program can call it, so it is dead code. The rule is off until a setting enables it: files
of such functions are combined with kernels that use only a part of them.

## Example
```cl CL1.2
static inline int helper(int a) { return a; }
```

## Use instead
```cl CL1.2
static inline int helper(int a) { return a; }
kernel void k(global int *a) { *a = helper(1); }
```

## Versions
1.2 and later: before, there is no `static`.

## Reference
C11 6.2.2 and 6.7.4; clang's `-Wunused-function`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import SINCE_12, Rule
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.names.unused_functions import unused_functions
from opencl_ls.settings.profiles import STRICT

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_12, profile=STRICT)


@RULE.on_unit_reading(facts.mentioned)
def check(context: UnitContext) -> None:
    """Look for uses in all items, other than in the function's own body."""
    for index, symbol in unused_functions(context.program, inline=True):
        message = f"static inline function '{symbol.name}' is never used"
        context.report(index, symbol, message, unnecessary=True)
