"""A component is beyond the end of the vector.

## What it does
Reports component names beyond the last component of the vector.

## Why
`float2` ends with `y`, and `float4` with `w` or `s3`. A vector of 3 has no `w`, although it has the
size of one of 4.

## Example
```cl
float f(float2 v) { return v.z; }
```

## Use instead
```cl
float f(float2 v) { return v.y; }
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
    """Report where the vector ends."""
    record, kind = problem.record, problem.base.type
    if problem.reason != "components" or not isinstance(record, r.Member):
        return
    if not isinstance(kind, t.VectorType):
        return
    last = f"'s{kind.width - 1:x}'"
    if kind.width <= 4:
        last = f"'{'xyzw'[kind.width - 1]}' or {last}"
    context.report(
        record.member,
        f"'.{problem.name}' goes beyond {t.described(problem.base)}: its last component is {last}",
    )
