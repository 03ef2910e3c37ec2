"""A name is defined twice in one scope.

## What it does
Reports the second definition of a variable, enumerator, struct, union or enumeration in the scope
of the first.

## Why
A name means one thing in one scope. Often a line was pasted twice, or a header without a guard is
included twice.

## Example
```cl
void f(global int *a) {
    int i = 1;
    int i = 2;
    a[i] = i;
}
```

## Use instead
```cl
void f(global int *a) {
    int i = 1;
    i = 2;
    a[i] = i;
}
```

## Versions
All.

## Reference
C11 6.7p3 and 6.9p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.reports.redeclarations import report_clashes
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.names.redeclarations import DEFINITION, kind_words
from opencl_ls.semantics.types.symbols import Symbol

RULE = Rule(Severity.ERROR, since="0.1")


def _message(symbol: Symbol, earlier: Symbol) -> str:
    what = kind_words(symbol).partition(" ")[2]
    if kind_words(earlier) == "a parameter":
        return f"{what} '{symbol.name}' has the name of a parameter of the same function"
    return f"{what} '{symbol.name}' is already defined in this scope"


# Functions of program scope have rules of their own.
report_clashes(RULE, DEFINITION, _message, "the first definition is here", functions=False)
