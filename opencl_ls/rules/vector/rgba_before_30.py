"""Components are named `rgba` before OpenCL C 3.0.

## What it does
Reports the component names `r`, `g`, `b` and `a` in versions before 3.0.

## Why
The names came with OpenCL C 3.0; a compiler for an earlier version need not know them.

## Example
```cl CL1.2
float f(float4 v) { return v.r; }
```

## Use instead
```cl CL1.2
float f(float4 v) { return v.x; }
```

## Versions
1.0 to 2.0.

## Reference
OpenCL C specification, "Vector Components".

## Fix safety
Safe: the names mean the same components.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import BEFORE_30, Rule
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BEFORE_30)


@RULE.on(p.NoMember)
def check(context: RuleContext, problem: p.NoMember) -> None:
    """Translate the names."""
    record = problem.record
    if problem.reason != "rgba" or not isinstance(record, r.Member):
        return
    name = problem.name.translate(str.maketrans("rgba", "xyzw"))
    context.report(
        record.member,
        f"'.{problem.name}' needs OpenCL C 3.0, and this is {context.target.version.words}: "
        f"'.{name}' is the same",
        fixes=[replacing(f"Change to '.{name}'", record.member, name, safe=True)],
    )
