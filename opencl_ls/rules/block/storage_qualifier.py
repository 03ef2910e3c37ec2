"""A variable is declared with `__block`.

## What it does
Reports the storage class `__block`.

## Why
In other languages with blocks it makes a variable that a block may change. OpenCL C has no such
variables: a block captures constant copies.

## Example
```cl CL2.0
void f(void) { __block int n = 0; }
```

## Use instead
```cl CL2.0
void f(void) { int n = 0; }
```

## Versions
All: where there are no blocks, there is no `__block` either.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks.

## Fix safety
Unsafe: a block that changes the variable has to be written in another way.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the storage classes that error recovery removed."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.BLOCK_STORAGE:
            context.report(
                problem,
                "OpenCL C has no '__block' variables: a block captures constant copies",
                fixes=[removing("Remove '__block'", item.text, problem, safe=False)],
            )
