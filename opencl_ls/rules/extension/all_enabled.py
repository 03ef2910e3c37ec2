"""A pragma enables all extensions at once.

## What it does
Reports `#pragma OPENCL EXTENSION all : enable`.

## Why
`all` can only be disabled: extensions are enabled one by one. Compilers ignore the line.

## Example
```cl
#pragma OPENCL EXTENSION all : enable
```

## Use instead
```cl
#pragma OPENCL EXTENSION all : disable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
```

## Versions
All.

## Reference
OpenCL C specification, "Compiler Directives for Optional Extensions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import DIRECTIVES, Rule
from opencl_ls.preprocess.placed_directives import pragmas

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the pragmas that name all extensions."""
    for pragma in pragmas(context.unit):
        directive = pragma.directive
        if directive.extension != ("all", "enable"):
            continue
        token = next(each for each in directive.tokens if each.text == "enable")
        start, end = pragma.place_of(token)
        context.report_in_file(
            pragma.file,
            start,
            end,
            "'all' can only be disabled: enable each extension by its name",
        )
