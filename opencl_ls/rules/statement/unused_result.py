"""The result of a built-in function is not used, and the function does nothing else.

## What it does
Warns of statements that call a built-in function which only computes a value: mathematics,
conversions, reads of images and vectors, and the functions for work-item ids. A cast to `void`
shows that it is intended.

## Why
Such functions change none of their arguments. `clamp(x, 0, 255);` leaves `x` as it was: the result
has to be assigned.

## Example
```cl
kernel void k(global int *out, int n) { clamp(n, 0, 255); out[0] = n; }
```

## Use instead
```cl
kernel void k(global int *out, int n) { n = clamp(n, 0, 255); out[0] = n; }
```

## Versions
All.

## Reference
C11 6.8.3; clang's `-Wunused-value`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.pure_functions import is_pure
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)


@RULE.on(r.ExpressionStatement, about=(r.Call,))
def check(context: RuleContext, statement: r.ExpressionStatement) -> None:
    """Look at a statement that is a call, unless a statement expression ends with it."""
    call = statement.expression
    if not isinstance(call, r.Call):
        return
    if not is_pure(context.model, call):
        return
    above = context.parent(statement)
    if isinstance(above, r.Compound) and above.statements[-1] is statement:
        if isinstance(context.parent(above), r.StatementExpression):
            return
    name = builtin_name(context.model, call)
    message = f"the result of '{name}' is not used, and it does nothing else"
    context.report(call, message)
