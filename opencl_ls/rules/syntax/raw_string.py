"""The kernel is wrapped in a raw string of C++.

## What it does
Warns where a raw string of C++ begins or ends, as in files that a program takes in with `#include`.
What stands in it is checked as if it stood alone.

## Why
OpenCL C has no raw strings: a compiler that is given this file refuses it, and so do tools that
look at kernels.

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
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.WARNING, since="0.1", on_broken_items=True)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at what was made a blank."""
    for problem in item.recovered:
        if problem.kind is not SyntaxProblemKind.RAW_STRING:
            continue
        if item.text[problem.start] == "R":
            context.report(
                problem,
                "a raw string of C++ begins here: OpenCL C has none, and a compiler that is given "
                "this file refuses it; what stands in the string is checked as if it stood alone",
            )
        else:
            context.report(problem, "the raw string of C++ ends here: OpenCL C has none")
