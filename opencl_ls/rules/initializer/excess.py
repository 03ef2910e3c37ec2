"""An initializer list has more values than there are elements.

## What it does
Reports values in braces beyond the elements of the array, struct, union or scalar.

## Why
The surplus values are discarded, so one of the two counts is wrong.

## Example
```cl
constant int weights[2] = {1, 2, 3};
```

## Use instead
```cl
constant int weights[3] = {1, 2, 3};
```

## Versions
All.

## Reference
C11 6.7.9.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import counted

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(p.InitializerProblem)
def check(context: RuleContext, problem: p.InitializerProblem) -> None:
    """Report the object that is full."""
    if problem.reason != "excess":
        return
    kind = problem.destination.type
    places = ""
    if isinstance(kind, t.ArrayType) and kind.size is not None:
        places = f", which has {counted(kind.size, 'element')}"
    context.report(
        problem.record, f"too many values for {t.described(problem.destination)}{places}"
    )
