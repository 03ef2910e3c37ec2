"""A component is assigned twice at once.

## What it does
Reports assignments to a selection of components that repeats one of them, such as `v.xx`.

## Why
Such a selection can be read, but not written: the component could not take both values.

## Example
```cl
void f(float4 v) { v.xx = (float2)(1.0f, 2.0f); }
```

## Use instead
```cl
void f(float4 v) { v.xy = (float2)(1.0f, 2.0f); }
```

## Versions
All.

## Reference
OpenCL C specification, "Vector Components".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types.components import components
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.NotAssignable)
def check(context: RuleContext, problem: p.NotAssignable) -> None:
    """Report which component is repeated."""
    if problem.reason != "duplicate":
        return
    record = problem.record
    place = record.left if isinstance(record, r.Assignment) else record
    if isinstance(record, r.Unary | r.Postfix):
        place = record.operand
    name = _repeated(place) if isinstance(place, r.Expression) else ""
    context.report(place, f"'.{name}' names a component twice, so it cannot be assigned")


def _repeated(place: r.Expression) -> str:
    """Return the selection that repeats a component; others may be selected from it."""
    inner = unwrapped(place)
    while isinstance(inner, r.Member | r.Index):
        if isinstance(inner, r.Member) and components(inner.member.text, 16).repeated:
            return inner.member.text
        inner = unwrapped(inner.base)
    return ""
