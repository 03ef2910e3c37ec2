"""A name is declared again with another type.

## What it does
Reports a variable, a typedef or, in a body, a function whose type differs from that in an earlier
declaration of the same scope.

## Why
Declarations of one thing have to agree, in the address spaces as well.

## Example
```cl
extern constant int table[3];
constant int table[4] = {1, 2, 3, 4};
```

## Use instead
```cl
extern constant int table[4];
constant int table[4] = {1, 2, 3, 4};
```

## Versions
All.

## Reference
C11 6.2.7 and 6.7p4.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.reports.redeclarations import report_clashes
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.names.redeclarations import TYPES, kind_words
from opencl_ls.semantics.types.symbols import Symbol

RULE = Rule(Severity.ERROR, since="0.1")


def _message(symbol: Symbol, earlier: Symbol) -> str:
    what = kind_words(symbol).partition(" ")[2]
    now, before = t.spelled(symbol.type), t.spelled(earlier.type)
    if now == before:
        return f"{what} '{symbol.name}' is declared as another type of the same name before"
    return f"{what} '{symbol.name}' is declared as '{now}' here and as '{before}' before"


# Functions of program scope have rules of their own.
report_clashes(RULE, TYPES, _message, "it is declared here before", functions=False)
