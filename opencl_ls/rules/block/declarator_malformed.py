"""The caret of a block declarator is outside its parentheses.

## What it does
Reports `int ^(name)(int)`, which has to be `int (^name)(int)`.

## Why
A block variable is declared like a pointer to a function with `^` in place of `*`, and both belong
inside the parentheses.  The second example of the reference page has this mistake.

## Example
```cl CL2.0
void f(void) { int ^(add)(int, int) = ^(int a, int b) { return a + b; }; }
```

## Use instead
```cl CL2.0
void f(void) { int (^add)(int, int) = ^(int a, int b) { return a + b; }; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Declaring and Using a Block"; reference page Blocks, Example 2.

## Fix safety
Safe: nothing else can be meant.
"""

import re
from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

_NOTHING: Final = "(void)"
_LITERAL: Final = re.compile(r"\s*=\s*\^\s*(\([^()]*\))")
"""A block literal as initialiser, which repeats the parameters of the variable."""

RULE = Rule(
    Severity.ERROR, since="0.1", versions=BLOCKS, on_broken_items=True, about=(r.SyntaxProblem,)
)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the declarators that error recovery repaired."""
    for problem in item.recovered:
        if problem.kind is not SyntaxProblemKind.BLOCK_DECLARATOR:
            continue
        meant = problem.expected
        literal = _LITERAL.match(item.text, problem.end)
        if literal is not None and meant.endswith(_NOTHING):
            meant = meant.removesuffix(_NOTHING) + literal[1]
        # `^(name)` has its parentheses already, `^name` has none.
        enclosed = "(" in item.text[problem.start : problem.end]
        close = item.text.index(")", problem.end) + 1 if enclosed else problem.end
        context.report(
            problem,
            f"the '^' of a block declarator belongs inside the parentheses: '{meant}'",
            fixes=[replacing(f"Write '{meant}'", (problem.start, close), meant, safe=True)],
        )
