"""An else may not belong to the intended if.

## What it does
Warns of an `if` without braces that is the statement of another `if`, or of a loop in one, where an
`else` follows: it belongs to the inner one.

## Why
Often the lines are indented as if the `else` belonged to the first `if`. Braces make it clear.

## Example
```cl
void f(global int *out, int a, int b) {
    if (a)
        if (b) out[0] = 1;
    else out[0] = 2;
}
```

## Use instead
```cl
void f(global int *out, int a, int b) {
    if (a) {
        if (b) out[0] = 1;
    } else out[0] = 2;
}
```

## Versions
All.

## Reference
C11 6.8.4.1p3; clang's `-Wdangling-else`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)


@RULE.on(r.If)
def check(context: RuleContext, statement: r.If) -> None:
    """Look for an `else` that ends the statement of an outer `if`."""
    if statement.otherwise is None:
        return
    last: r.Record = statement
    above = context.parent(last)
    while isinstance(above, _OPEN_ENDED) or (isinstance(above, r.If) and above.otherwise is last):
        last, above = above, context.parent(above)
    if isinstance(above, r.If) and above.then is last and above.otherwise is None:
        start = context.model.item.text.rfind("else", 0, statement.otherwise.start)
        context.report(
            (start, start + len("else")),
            "this 'else' belongs to the inner 'if': braces would say so",
            related=[(statement, "the inner 'if' is here")],
        )


_OPEN_ENDED = (r.For, r.While, r.Label, r.Attributed)
