"""A main file says `#pragma once`.

## What it does
Reports `#pragma once` in a file that is checked by itself and holds a kernel.

## Why
The pragma has an effect in included files only. Most often it shows that a header is compiled as a
program. A file without kernels is a header, which may be checked by itself.

## Example
```cl
#pragma once
kernel void k(void) {}
```

## Use instead
```cl
kernel void k(void) {}
```

## Versions
All.

## Reference
Manuals of compilers; the language does not know the pragma.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import Rule
from opencl_ls.preprocess.placed_directives import pragmas
from opencl_ls.semantics.names.facts import holds_kernel

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(holds_kernel, directives=True)
def check(context: UnitContext) -> None:
    """Look for the pragma in the main file of a program that holds a kernel."""
    if not any(context.program.having(holds_kernel)):
        return
    for pragma in pragmas(context.unit):
        if pragma.file == context.unit.path and pragma.directive.content.split()[:1] == ["once"]:
            message = "'#pragma once' has no effect in the main file"
            context.report_in_file(pragma.file, pragma.start, pragma.end, message)
