"""A goto jumps into a statement expression.

## What it does
Reports `goto` to a label inside `({ ... })` from outside of it.

## Why
The rest of the expression would have no value. Compilers reject such a jump.

## Example
```cl
void f(int n) { goto there; n = ({ there: n + 1; }); }
```

## Use instead
```cl
void f(int n) { goto there; there: n = ({ n + 1; }); }
```

## Versions
All.

## Reference
The GNU C manual, "Statements and Declarations in Expressions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.jumps import labels_named
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", about=(r.StatementExpression,))


@RULE.on(r.Goto)
def check(context: RuleContext, jump: r.Goto) -> None:
    """Look at the expressions around the target label of a jump."""
    labels = labels_named(context.model, jump.name.text)
    around = [context.enclosing(label, r.StatementExpression) for label in labels]
    outer = context.ancestors(jump)
    if around and all(each is not None and each not in outer for each in around):
        context.report(
            jump, f"label '{jump.name.text}' is inside an expression: no jump may lead there"
        )
