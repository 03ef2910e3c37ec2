"""The head of a for declares a function.

## What it does
Reports a function that the head of a `for` declares.

## Why
A declaration there belongs only to the loop, and is for its control variables.

## Example
```cl
void f(int n) { for (int g(void); n > 0; n--) { } }
```

## Use instead
```cl
int g(void);
void f(int n) { for (; n > 0; n--) { } }
```

## Versions
All.

## Reference
C11 6.8.5p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.For)
def check(context: RuleContext, loop: r.For) -> None:
    """Look at the declarations in the head of a loop."""
    if not isinstance(loop.initial, r.Declaration):
        return
    for declarator in loop.initial.declarators:
        declared = context.declared(declarator)
        if isinstance(declared, Function):
            context.report(declared, f"'{declared.name}' is a function: a 'for' declares variables")
