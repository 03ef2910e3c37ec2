"""A case label is outside of every switch.

## What it does
Reports `case` and `default` labels without a `switch` around them.

## Why
No switch could branch to the label.

## Example
```cl
void f(int a) { case 1: a = 2; }
```

## Use instead
```cl
void f(int a) { switch (a) { case 1: a = 2; } }
```

## Versions
All.

## Reference
C11 6.8.1p2.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Case)
def check(context: RuleContext, case: r.Case) -> None:
    """Look for the switch around a label."""
    around = context.enclosing(case, r.Switch, r.FunctionDefinition, r.BlockLiteral)
    if isinstance(around, r.FunctionDefinition | r.BlockLiteral):
        word = "default" if case.value is None else "case"
        context.report((case.start, case.start + len(word)), f"'{word}' is in no switch")
