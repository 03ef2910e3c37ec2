"""The upper half of a vector of 3 has an undefined component.

## What it does
Reports `.hi` and `.odd` of vectors with 3 components, if more than the first component is used.

## Why
They select from the vector as if it had 4 components, and the value of the fourth is undefined.

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
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_11, Rule
from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_11)


@RULE.on(r.Member)
def check(context: RuleContext, record: r.Member) -> None:
    """Look at the selections from vectors of 3."""
    if record.member.text not in ("hi", "odd") or _takes_the_defined_one(context, record):
        return
    base = context.model.types.get(record.base)
    if base is not None and record.arrow and isinstance(base.type, t.PointerType):
        base = base.type.pointee
    if base is not None and isinstance(base.type, t.VectorType) and base.type.width == 3:
        context.report(
            record.member,
            f"'.{record.member.text}' of {t.described(base)} has an undefined second component",
        )


def _takes_the_defined_one(context: RuleContext, half: r.Member) -> bool:
    """Tell whether only the first of the two components is used."""
    above = context.parent(half)
    while isinstance(above, r.Parenthesized):
        above = context.parent(above)
    return isinstance(above, r.Member) and above.member.text in ("x", "r", "s0", "S0", "lo", "even")
