"""A function is declared a kernel after its body.

## What it does
Warns of a prototype with `kernel` after the definition of the function without the word.

## Why
Compilers have compiled the body as a plain function, and ignore the word: the host finds no kernel
of that name.

## Example
```cl
void copy(global int *to) { to[0] = 1; }
kernel void copy(global int *to);
```

## Use instead
```cl
kernel void copy(global int *to) { to[0] = 1; }
```

## Versions
All.

## Reference
OpenCL C specification, "Function Qualifiers"; clang's `-Wignored-attributes`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.reports.redeclarations import report_clashes
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.names.redeclarations import LATE_KERNEL

RULE = Rule(Severity.WARNING, since="0.1")

report_clashes(
    RULE,
    LATE_KERNEL,
    lambda symbol, _: (
        f"'{symbol.name}' is defined without 'kernel': declaring it one after its body has no "
        "effect"
    ),
    "it is defined here",
)
