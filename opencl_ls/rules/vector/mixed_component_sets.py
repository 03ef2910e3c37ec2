"""Component names of different sets are mixed.

## What it does
Reports component names that mix `xyzw`, `rgba` and the numeric names.

## Why
A selection uses one set of names throughout: `.xy`, `.rg` or `.s01`.

## Example
```cl
float2 f(float4 v) { return v.xg; }
```

## Use instead
```cl
float2 f(float4 v) { return v.xy; }
```

## Versions
All.

## Reference
OpenCL C specification, "Vector Components".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.NoMember)
def check(context: RuleContext, problem: p.NoMember) -> None:
    """Report which sets are mixed."""
    record = problem.record
    if problem.reason == "mixed" and isinstance(record, r.Member):
        context.report(
            record.member,
            f"'.{problem.name}' mixes component names of different sets: "
            "use 'xyzw', 'rgba' or 's0' to 'sf' alone",
        )
