"""An `else` has no `if`.

## What it does
Reports an `else` that belongs to no `if`: because of a semicolon after the condition or after the
block of the `if`, or because there is more than one statement between the two.

## Why
To a compiler the `if` has ended before the `else`.

## Example
```cl
kernel void k(global int *a, int n) {
    if (n > 0) { a[0] = 1; };
    else { a[0] = 2; }
}
```

## Use instead
```cl
kernel void k(global int *a, int n) {
    if (n > 0) { a[0] = 1; }
    else { a[0] = 2; }
}
```

## Versions
All.

## Reference
C99 6.8.4.1.

## Fix safety
Unsafe: the `else` may also be superfluous.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the `else` that error recovery repaired, or the semicolons before them."""
    for problem in item.recovered:
        if problem.kind is not SyntaxProblemKind.LONE_ELSE:
            continue
        if item.text[problem.start] == ";":
            fix = replacing("Remove ';'", problem, "", safe=False)
            message = "this ';' ends the 'if', so that the 'else' below has none"
            context.report(problem, message, fixes=[fix])
        elif problem.expected:
            context.report(problem, "'else' has no 'if': two statements before it need '{ }'")
        else:
            context.report(problem, "'else' has no 'if'")
