"""A vector has no such component.

## What it does
Reports members of vectors that are no component names.

## Why
Components are named `x`, `y`, `z` and `w`, or `s0` to `sF` with one `s` in front, or `lo`, `hi`,
`even` and `odd`; from 3.0 on also `r`, `g`, `b` and `a`.

## Example
```cl
float f(float16 v) { return v.sg; }
```

## Use instead
```cl
float f(float16 v) { return v.sf; }
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
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.NoMember)
def check(context: RuleContext, problem: p.NoMember) -> None:
    """Report which names exist."""
    record = problem.record
    if problem.reason != "member" or not isinstance(record, r.Member):
        return
    if isinstance(problem.base.type, t.VectorType):
        context.report(
            record.member,
            f"{t.described(problem.base)} has no component '{problem.name}': components are "
            "'x' to 'w', 's0' to 'sf', 'lo', 'hi', 'even' and 'odd'",
        )
