"""The operator `^^` does not exist.

## What it does
Reports `^^`, which OpenCL C reserves and gives no meaning.

## Why
There is a logical and, `&&`, and a logical or, `||`, but no logical exclusive or. For two truth
values it is the same as `!=`.

## Example
```cl
int differ(int a, int b) { return a ^^ b; }
```

## Use instead
```cl
int differ(int a, int b) { return !a != !b; }
```

## Versions
All.

## Reference
OpenCL C specification, "Operators": the logical exclusive or is reserved.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the operators that were replaced."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.LOGICAL_XOR:
            context.report(
                problem, "'^^' is reserved and has no meaning: write '!a != !b' for truth values"
            )
