"""A closing brace has no opening brace.

## What it does
Reports a `}` at program scope that has no opening brace, or the earlier one that ended the function
too early, if statements follow it.

## Why
The function before it ended too early, or the brace is left over from an edit.

## Example
```cl
kernel void first(global int *a) { a[0] = 1; } }
```

## Use instead
```cl
kernel void first(global int *a) { a[0] = 1; }
```

## Versions
All.

## Reference
C99 6.8.2.

## Fix safety
Unsafe: an extra brace often means that an earlier one is missing.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the braces that error recovery removed."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.BRACE and not problem.expected:
            fix = replacing("Remove '}'", problem, "", safe=False)
            goes_on = problem.end < len(item.text)
            what = "ends the function, but its statements go on" if goes_on else "closes nothing"
            context.report(problem, f"this '}}' {what}", fixes=[fix])
