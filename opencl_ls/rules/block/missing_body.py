"""A block literal has no braces around its body.

## What it does
Reports the token after the head of a block literal where `{` is expected.

## Why
The body of a block literal is always a compound statement, even if it is a single `return`.

## Example
```cl CL2.0
void f(void) { int (^same)(int) = ^(int x) return x; }
```

## Use instead
```cl CL2.0
void f(void) { int (^same)(int) = ^(int x) { return x; }; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Declaring and Using a Block"; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(
    Severity.ERROR, since="0.1", versions=BLOCKS, on_broken_items=True, about=(r.SyntaxProblem,)
)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the bodies that error recovery inserted."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.BLOCK_BODY:
            context.report(problem, "expected '{': the body of a block literal needs braces")
