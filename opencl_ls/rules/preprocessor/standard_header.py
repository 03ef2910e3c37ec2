"""A header of the C library is included.

## What it does
Reports `#include` of the headers that the language excludes, such as `<stdio.h>` and `<limits.h>`,
unless a file of that name is in the folders for includes. `<math.h>`, `<stdbool.h>`, `<stddef.h>`,
`<stdint.h>`, `<stdalign.h>`, `<stdnoreturn.h>`, `<iso646.h>` and clang's `<opencl-c.h>` are a
warning: only some compilers provide them.

## Why
There is no C library on the device. Most names that programs need from these headers, such as
`INT_MAX` and `bool`, are built in.

## Example
```cl
#include <limits.h>
kernel void k(global int *o) { o[0] = INT_MAX; }
```

## Use instead
```cl
kernel void k(global int *o) { o[0] = INT_MAX; }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.

## Fix safety
A name may be undeclared without the line, so the fix is unsafe.
"""

from opencl_ls.builtins.headers import FORBIDDEN_HEADERS, LIBRARY_HEADERS
from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext, replacing
from opencl_ls.linter.rule import DIRECTIVES, Rule
from opencl_ls.preprocess.placed_directives import directives

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the includes that were not found."""
    for placed in directives(context.unit, "include"):
        record = placed.record
        if record.path is not None or record.name not in LIBRARY_HEADERS:
            continue
        forbidden = record.name in FORBIDDEN_HEADERS
        if forbidden:
            message = f"'{record.name}' is a header of the C library: OpenCL C has none of it"
        else:
            message = f"'{record.name}' is no part of OpenCL C: only some compilers have it"
        context.report_in_file(
            placed.file,
            placed.offset + record.name_start,
            placed.offset + record.name_end,
            message,
            severity=None if forbidden else Severity.WARNING,
            fixes=[replacing("Remove the line", (placed.start, placed.end), "", safe=False)],
        )
