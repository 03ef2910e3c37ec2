"""The value of an enumerator overflows.

## What it does
Reports enumerators without an explicit value that follow the largest `int`.

## Why
Each value is one greater than the one before, which already is the largest `int`. Compilers choose
a larger type, or wrap around.

## Example
```cl
enum sizes { LARGEST = 0x7fffffff, NEXT };
```

## Use instead
```cl
enum sizes { LARGEST = 0x7fffffff, NEXT = 0 };
```

## Versions
All.

## Reference
C11 6.7.2.2p2.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.types.symbols import EnumeratorConstant
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_BEYOND_INT = 1 << 31


@RULE.on(r.Enumerator)
def check(context: RuleContext, enumerator: r.Enumerator) -> None:
    """Look at implicit values; explicit ones may be larger."""
    constant = context.declared(enumerator)
    if enumerator.value is None and isinstance(constant, EnumeratorConstant):
        if constant.value == _BEYOND_INT:
            context.report(
                enumerator.name,
                f"'{constant.name}' would be {constant.value}, which does not fit into an int",
            )
