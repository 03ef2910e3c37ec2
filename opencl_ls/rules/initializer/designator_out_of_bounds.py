"""A designator names an element that the array does not have.

## What it does
Reports `[index]` in an initialiser where the index is negative or not less than the size of the
array.

## Why
There is no such element to initialise.

## Example
```cl
constant int weights[2] = {[2] = 1};
```

## Use instead
```cl
constant int weights[3] = {[2] = 1};
```

## Versions
All.

## Reference
C11 6.7.9p6.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import counted

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.InitializerProblem)
def check(context: RuleContext, problem: p.InitializerProblem) -> None:
    """Report which element does not exist."""
    if problem.reason != "index":
        return
    kind = problem.destination.type
    size = kind.size if isinstance(kind, t.ArrayType) else None
    if problem.given < 0 or size is None:
        context.report(problem.record, f"an array has no element {problem.given}: they begin at 0")
    else:
        context.report(
            problem.record,
            f"the array has no element {problem.given}: {t.described(problem.destination)} has "
            f"{counted(size, 'element')}, the last is {size - 1}",
        )
