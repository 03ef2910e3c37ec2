"""The upper half of a vector of 3 has an undefined component.

## What it does
Notes `.hi` and `.odd` of vectors with 3 components.

## Why
They are taken from the vector as if it had 4 components, and the value of the fourth is undefined.

## Example
```cl
float2 f(float3 v) { return v.hi; }
```

## Use instead
```cl
float f(float3 v) { return v.z; }
```

## Versions
1.1 and later.

## Reference
OpenCL C specification, "Vector Components".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import SINCE_11, Rule
from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_11)


@RULE.on(r.Member)
def check(context: RuleContext, record: r.Member) -> None:
    """Look at what is taken from vectors of 3."""
    base = context.model.types.get(record.base)
    if base is None or not isinstance(base.type, t.VectorType) or base.type.width != 3:
        return
    if record.member.text in ("hi", "odd"):
        context.report(
            record.member,
            f"'.{record.member.text}' of {t.described(base)} has an undefined second component",
        )
