"""A complex type is used.

## What it does
Reports `_Complex`, `__complex__` and `_Imaginary`.

## Why
Complex types are reserved. Some compilers accept those of C; a vector of two components works
everywhere.

## Example
```cl
void f(void) { _Complex float z; }
```

## Use instead
```cl
void f(void) { float2 z; }
```

## Versions
All.

## Reference
OpenCL C specification, "Reserved Data Types".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.WARNING, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the words that error recovery removed."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.COMPLEX:
            word = item.text[problem.start : problem.end]
            # Compilers take `_Complex` as an extension of theirs, and none knows imaginary types.
            severity = Severity.ERROR if word == "_Imaginary" else None
            message = f"'{word}' is reserved: a float2 can hold a complex number"
            context.report(problem, message, severity=severity)
