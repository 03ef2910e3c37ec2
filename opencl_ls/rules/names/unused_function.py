"""A static function is never used.

## What it does
Reports static functions with a body that the program never uses.

## Why
No other program can call it, so it is dead code. names/unused-inline-function reports functions
that are also inline.

## Example
```cl CL1.2
static int helper(int a) { return a; }
```

## Use instead
```cl CL1.2
static int helper(int a) { return a; }
kernel void k(global int *a) { *a = helper(1); }
```

## Versions
1.2 and later: before, there is no `static`.

## Reference
C11 6.2.2.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import SINCE_12, Rule
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.names.unused_functions import unused_functions

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_12)


@RULE.on_unit_reading(facts.mentioned)
def check(context: UnitContext) -> None:
    """Look for uses in all items, other than in the function's own body."""
    for index, symbol in unused_functions(context.program, inline=False):
        message = f"static function '{symbol.name}' is never used"
        context.report(index, symbol, message, unnecessary=True)
