"""Inline assembly is used.

## What it does
Reports `asm` and `__asm__` statements.

## Why
Inline assembly is no part of OpenCL C: it compiles only for one kind of device, with compilers that
support it. It is written on purpose, so the warning is for projects that want to avoid it.

## Example
```cl
kernel void k(void) { __asm__("nop"); }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions".
"""

import re

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.settings.profiles import PORTABLE
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", profile=PORTABLE)


@RULE.on(r.Assembly)
def check(context: RuleContext, assembly: r.Assembly) -> None:
    """Look for inline assembly."""
    match = re.match(r"\w+", context.text(assembly))
    length = len(match[0]) if match else 0
    place = (assembly.start, assembly.start + length) if length else assembly
    context.report(
        place, "inline assembly is no part of OpenCL C: other devices cannot compile this"
    )
