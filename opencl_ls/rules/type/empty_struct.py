"""A struct or union has no members.

## What it does
Reports the definition of a struct or union without members.

## Why
C does not define it, and its size differs between compilers: 0 on the device, 1 on a host that
compiles C++.

## Example
```cl
struct nothing {};
```

## Use instead
```cl
struct something { int value; };
struct later;
```

## Versions
All.

## Reference
C11 6.7.2.1.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.RecordType)
def check(context: RuleContext, record: r.RecordType) -> None:
    """Look at definitions."""
    if record.members != ():
        return
    place = record.tag or (record.start, record.start + len(record.keyword))
    context.report(place, f"{record.keyword} without members: its size is not defined")
