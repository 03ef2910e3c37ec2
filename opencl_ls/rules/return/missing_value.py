"""`return` has no value where one is required.

## What it does
Reports `return` without a value in functions and blocks whose result is not `void`.

## Why
The caller would use an undefined value.

## Example
```cl
int f(int x) { if (x) return; return 1; }
```

## Use instead
```cl
int f(int x) { if (x) return 0; return 1; }
```

## Versions
All.

## Reference
C11 6.8.6.4.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.jumps import enclosing_function
from opencl_ls.semantics.model import problems as p

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.ReturnProblem)
def check(context: RuleContext, problem: p.ReturnProblem) -> None:
    """Look at returns without a value."""
    if problem.reason != "missing":
        return
    function = enclosing_function(context.model, problem.record)
    subject = "this block" if function is None else f"'{function.name}'"
    related = [] if function is None else [(function, f"'{function.name}' is declared here")]
    context.report(
        problem.record,
        f"{subject} returns {t.described(problem.result)}, and no value is given here",
        related=related,
    )
