"""A condition contains an assignment instead of a comparison.

## What it does
Warns of `=` in the condition of `if`, `while`, `do` and `for`, unless the assignment has extra
parentheses.

## Why
The condition is the assigned value, and the variable loses its old one. Most often `==` was
intended.

## Example
```cl
kernel void k(global int *out, int n) { if (n = 4) out[0] = 1; }
```

## Use instead
```cl
kernel void k(global int *out, int n) { if (n == 4) out[0] = 1; }
```

## Versions
All.

## Reference
C11 6.5.16, 6.8.4.1; clang's `-Wparentheses`.

## Fix safety
Unsafe: the assignment may be intended.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(r.Assignment,), as_written=True)


@RULE.on(r.If, r.While, r.DoWhile, r.For)
def check(context: RuleContext, statement: r.If | r.While | r.DoWhile | r.For) -> None:
    """Look at the operator of the condition."""
    condition = statement.condition
    if isinstance(condition, r.Assignment) and condition.operator.text == "=":
        operator = condition.operator
        context.report(
            operator,
            "this assigns, and the condition is the value assigned: '==' compares "
            "(parentheses around the assignment say that it is meant)",
            fixes=[replacing("Change to '=='", operator, "==", safe=False)],
        )
