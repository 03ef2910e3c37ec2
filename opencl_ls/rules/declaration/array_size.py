"""An array has a size that no array can have.

## What it does
Reports arrays with a negative size or with one beyond any memory.

## Why
The size is the number of elements. A negative one is often the result of a check at compile time:
the condition does not hold.

## Example
```cl
constant int checked[sizeof(int) == 4 ? 1 : -1] = {0};
void f(void) { int table[-1]; }
```

## Use instead
```cl
void f(void) { int table[1]; }
```

## Versions
All.

## Reference
C11 6.7.6.2.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.constness import constants_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_LARGEST = 1 << 61
"""What no address reaches, whatever the size of an element is."""


@RULE.on(r.ArrayPart)
def check(context: RuleContext, part: r.ArrayPart) -> None:
    """Look at the size of an array where it is a constant."""
    if part.size is None:
        return
    if _asks_for_size(part.size):
        # The size of a type depends on the device, and its type is unsigned.
        return
    size = constants_of(context.model).integer(part.size)
    if size is None:
        return
    if size < 0:
        context.report(part.size, f"an array cannot have {size} elements")
    elif size >= _LARGEST:
        context.report(part.size, f"an array of {size} elements fits into no memory")


def _asks_for_size(expression: r.Record) -> bool:
    pending: list[r.Record] = [expression]
    while pending:
        record = pending.pop()
        if isinstance(record, r.TypeQuery):
            return True
        pending.extend(r.children(record))
    return False
