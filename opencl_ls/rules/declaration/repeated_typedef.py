"""A typedef is repeated.

## What it does
Reports a typedef that repeats an earlier one in the same scope.

## Why
C99, on which OpenCL C is based, allows one declaration of each name without linkage; C11 and most
compilers allow repeated typedefs.

## Example
```cl
typedef float real;
typedef float real;
```

## Use instead
```cl
typedef float real;
```

## Versions
All.

## Reference
C99 6.7p3; C11 6.7p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.reports.redeclarations import report_clashes
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.names.redeclarations import REPEATED
from opencl_ls.semantics.types.symbols import Symbol

RULE = Rule(Severity.WARNING, since="0.1")


def _message(symbol: Symbol, _: Symbol) -> str:
    return f"typedef '{symbol.name}' is repeated: C99 allows each scope one"


report_clashes(RULE, REPEATED, _message, "the first one is here")
