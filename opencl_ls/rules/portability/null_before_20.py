"""NULL is used in a version that does not define it.

## What it does
Notes `NULL` in OpenCL C 1.x, where the program does not define it itself.

## Why
The language has the macro from 2.0 on. Newer compilers define it for 1.x as well, and older ones do
not.

## Example
```cl CL1.2
kernel void k(global int *p) { if (p == NULL) return; }
```

## Use instead
```cl CL1.2
kernel void k(global int *p) { if (p == 0) return; }
```

## Versions
1.0 to 1.2.

## Reference
OpenCL C specification, "Preprocessor Directives and Macros".

## Fix safety
Safe: 0 is a null pointer constant as well.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import BEFORE_20, Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BEFORE_20, about=("NULL",))


@RULE.on(r.Name, about=RULE.about)
def check(context: RuleContext, name: r.Name) -> None:
    """Look for the name where the program does not declare it."""
    if name.name == "NULL" and context.symbol(name) is None:
        context.report(
            name,
            "'NULL' is defined from OpenCL C 2.0 on: write 0",
            fixes=[replacing("Write 0", name, "0", safe=True)],
        )
