"""A comparison has extra parentheses, like an intended assignment.

## What it does
Warns of `==` in a condition with extra parentheses.

## Why
Such parentheses show that `=` is intended. Around a comparison they are superfluous, or `=` was
intended.

## Example
```cl
void f(global int *out, int a) { if ((a == 1)) out[0] = a; }
```

## Use instead
```cl
void f(global int *out, int a) { if (a == 1) out[0] = a; }
```

## Versions
All.

## Reference
clang's `-Wparentheses-equality`.

## Fix safety
Safe: the parentheses change nothing.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)


@RULE.on(r.If, r.While, r.DoWhile, r.For)
def check(context: RuleContext, statement: r.If | r.While | r.DoWhile | r.For) -> None:
    """Look at the condition, without the parentheses of the statement."""
    outer = inner = statement.condition
    while isinstance(inner, r.Parenthesized):
        inner = inner.inner
    if (
        outer is None
        or inner is outer
        or not isinstance(inner, r.Binary)
        or inner.operator.text != "=="
    ):
        return
    if inner.left not in context.model.lvalues:
        return
    context.report(
        outer,
        "this compares, and parentheses around it are for what assigns",
        fixes=[replacing("Remove the parentheses", outer, context.text(inner), safe=True)],
    )
