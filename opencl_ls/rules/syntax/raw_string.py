"""The kernel is wrapped in a raw string of C++.

## What it does
Warns where a raw string of C++ begins or ends, as in files that a host program includes with
`#include`. The text inside is checked as if it were a file of its own.

## Why
OpenCL C has no raw strings: a compiler rejects this file, and so do tools that read kernels.

## Example
```cl
R"(
kernel void k(global int *a) { a[0] = 1; }
)"
```

## Use instead
```cl
kernel void k(global int *a) { a[0] = 1; }
```

## Versions
All.

## Reference
C11 6.4.5: a string literal has no prefix `R`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.WARNING, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the text that error recovery blanked."""
    for problem in item.recovered:
        if problem.kind is not SyntaxProblemKind.RAW_STRING:
            continue
        if item.text[problem.start] == "R":
            context.report(
                problem,
                "a raw string of C++ begins here: OpenCL C has none, and a compiler that is given "
                "this file refuses it; the text of the string is checked like a file of its own",
            )
        else:
            context.report(problem, "the raw string of C++ ends here: OpenCL C has none")
