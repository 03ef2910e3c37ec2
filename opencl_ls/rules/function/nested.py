"""A function is defined in the body of another.

## What it does
Reports the definition of a function inside a function or a block.

## Why
Functions are defined at program scope. GNU C lets them nest; OpenCL C does not.

## Example
```cl
kernel void k(global int *a) {
    int one(void) { return 1; }
    a[0] = 1;
}
```

## Use instead
```cl
int one(void) { return 1; }
kernel void k(global int *a) { a[0] = one(); }
```

## Versions
All.

## Reference
C11 6.9.1.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.FunctionDefinition)
def check(context: RuleContext, definition: r.FunctionDefinition) -> None:
    """Look for a body around the definition."""
    around = context.enclosing(definition, r.FunctionDefinition, r.BlockLiteral)
    name = definition.declarator.name
    if around is None or name is None:
        return
    context.report(
        name,
        f"function '{name.text}' is defined inside another: it has to be at program scope",
    )
