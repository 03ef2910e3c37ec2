"""A statement is outside of every function.

## What it does
Reports statements at program scope, where only declarations and functions are allowed. Undeclared
names are not reported there: they may be macros of the host.

## Why
Such a statement is never executed. Often a brace closed a function too early.

## Example
```cl
global int counter;
counter = 1;
```

## Use instead
```cl
global int counter = 1;
```

## Versions
All.

## Reference
C11 6.9.
"""

from typing import Final

from opencl_ls.builtins.names import is_builtin
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.types.symbols import Typedef
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_ALLOWED: Final = (
    r.Declaration,
    r.FunctionDefinition,
    r.StaticAssert,
    r.Assembly,
    r.EmptyStatement,
    r.BadStatement,
    # A rule about the text before it reports that.
    r.Compound,
)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look for the first statement of an item, unless a macro of the host may be before it."""
    for statement in item.declarations:
        if isinstance(statement, _ALLOWED):
            continue
        inner = statement.statement if isinstance(statement, r.Attributed) else statement
        if inner is None or isinstance(inner, r.EmptyStatement):
            continue
        if not _may_be_macro(context, inner):
            what = "a statement"
            if isinstance(inner, r.ExpressionStatement):
                kinds = {r.Call: "a call", r.Assignment: "an assignment"}
                what = kinds.get(type(inner.expression), "an expression")
            context.report(inner, f"{what} outside of every function: it is never executed")
        return


def _may_be_macro(context: RuleContext, statement: r.Statement) -> bool:
    """Tell whether a statement is an undeclared name, or a call of one.

    The name of a type declares nothing, which another rule reports.
    """
    if not isinstance(statement, r.ExpressionStatement):
        return False
    expression = statement.expression
    name = expression.callee if isinstance(expression, r.Call) else expression
    if not isinstance(name, r.Name):
        return False
    symbol = context.symbol(name)
    if isinstance(symbol, Typedef) and name is expression:
        return True
    return symbol is None and not is_builtin(name.name)
