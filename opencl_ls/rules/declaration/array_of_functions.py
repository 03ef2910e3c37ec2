"""An array has functions as its elements.

## What it does
Reports declarations of arrays of functions.

## Why
Functions are no values, and OpenCL C has no pointers to functions that could be elements instead.

## Example
```cl
int actions[3](void);
```

## Use instead
```cl
int action(int which);
```

## Versions
All.

## Reference
C11 6.7.6.2; OpenCL C specification, "Restrictions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import Symbol, Typedef, Variable

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, Typedef, about=(t.FunctionType,))
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the elements of arrays."""
    element = t.element_of(symbol.type)
    if isinstance(symbol.type.type, t.ArrayType) and isinstance(element.type, t.FunctionType):
        if symbol.type.alias:
            return
        context.report(symbol, f"'{symbol.name}' is an array of functions, which no array can hold")
