"""An opening brace is never closed, or is missing.

## What it does
Reports the `{` whose `}` is missing at the end of a function or a declaration, and the place of a
missing `{`. The indentation of the lines decides which of several braces it is.

## Why
A compiler reports this at the end of the file; the mistake is at the opening brace.

## Example
```cl
kernel void first(global int *a) {
    if (a[0]) {
        a[0] = 1;
}
```

## Use instead
```cl
kernel void first(global int *a) {
    if (a[0]) {
        a[0] = 1;
    }
}
```

## Versions
All.

## Reference
C99 6.8.2.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.tokens import before_open_comment

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the inserted braces; a comment that is not closed may hold the real ones."""
    if before_open_comment(item.text) != item.text:
        return
    for problem in item.recovered:
        if problem.kind is not SyntaxProblemKind.BRACE or not problem.expected:
            continue
        if problem.expected == "{":
            fix = inserting("Insert '{'", problem.start, " {", safe=False)
            context.report(
                (problem.start - 1, problem.start), "expected '{' after this", fixes=[fix]
            )
        else:
            context.report(problem, "this '{' is never closed")
