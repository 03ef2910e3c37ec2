"""A selection has a number of components that no vector has.

## What it does
Reports component names that select 5, 6, 7 or another number of components that no vector has.

## Why
A selection is a scalar or a vector itself, and vectors have 2, 3, 4, 8 or 16 components.

## Example
```cl
void f(float8 v) { v.s01234; }
```

## Use instead
```cl
void f(float8 v) { v.s0123; }
```

## Versions
All.

## Reference
OpenCL C specification, "Vector Components".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types.components import components
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.NoMember)
def check(context: RuleContext, problem: p.NoMember) -> None:
    """Report how many are selected."""
    record, kind = problem.record, problem.base.type
    if problem.reason != "count" or not isinstance(record, r.Member):
        return
    if isinstance(kind, t.VectorType):
        count = len(components(problem.name, kind.width).indices)
        context.report(
            record.member,
            f"'.{problem.name}' selects {count} components: a vector has 2, 3, 4, 8 or 16",
        )
