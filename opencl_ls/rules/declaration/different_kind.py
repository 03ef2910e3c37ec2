"""A name is declared as another kind of thing than before.

## What it does
Reports a name that one scope declares as two kinds of thing, such as a variable and a function.

## Why
Functions, variables, types and enumerators share one name space: each name means one thing in one
scope.

## Example
```cl
typedef int count;
constant int count = 1;
```

## Use instead
```cl
typedef int count_t;
constant int count = 1;
```

## Versions
All.

## Reference
C11 6.2.3 and 6.7p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.reports.redeclarations import report_clashes
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.names.redeclarations import KIND, kind_words
from opencl_ls.semantics.types.symbols import Symbol

RULE = Rule(Severity.ERROR, since="0.1")


def _message(symbol: Symbol, earlier: Symbol) -> str:
    return (
        f"'{symbol.name}' is {kind_words(symbol)} here and {kind_words(earlier)} before: "
        "one scope gives a name one meaning"
    )


report_clashes(RULE, KIND, _message, "it is declared here before")
