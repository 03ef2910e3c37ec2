"""Thread-local storage is requested.

## What it does
Reports `__thread` and `_Thread_local`.

## Why
Work-items are no threads of C: each of them has private memory of its own, which lasts as long as
it runs.

## Example
```cl
__thread int counter;
```

## Use instead
```cl
void f(void) { int counter = 0; }
```

## Versions
All.

## Reference
OpenCL C specification, "Storage-Class Specifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the words that error recovery removed."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.THREAD_STORAGE:
            word = item.text[problem.start : problem.end]
            context.report(
                problem,
                f"OpenCL C has no '{word}': what a work-item has to itself is a private variable",
            )
