"""A function returns an array or a function.

## What it does
Reports functions whose result is an array or a function.

## Why
Neither is a value. Return a struct that holds the array, or let the caller pass a pointer to the
memory for the elements.

## Example
```cl
typedef float row[4];
row make(void);
```

## Use instead
```cl
void make(float *row);
```

## Versions
All.

## Reference
C11 6.7.6.3p1.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the type of the result."""
    if not isinstance(function.type.type, t.FunctionType):
        return
    result = function.type.type.result
    if isinstance(result.type, t.ArrayType | t.FunctionType):
        what = "an array" if isinstance(result.type, t.ArrayType) else "a function"
        context.report(
            function, f"function '{function.name}' returns {what}, {t.described(result)}"
        )
