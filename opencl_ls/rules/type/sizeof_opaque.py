"""`sizeof` is applied to an opaque type, or to `bool`.

## What it does
Reports `sizeof` of `bool`, and of images, samplers, events, queues and pipes. The quotient of the
size of an array and that of its element is not reported.

## Why
These sizes are implementation-defined, and only the device knows the representation of such a type.
The host cannot rely on the result. Compilers accept it, so the rule is in the profile `portable`.

## Example
```cl
kernel void k(global uint *o) { o[0] = sizeof(event_t); }
```

## Versions
All.

## Reference
OpenCL C specification, "Operators", "Other Built-in Data Types".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.operands import measured
from opencl_ls.settings.profiles import PORTABLE
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", profile=PORTABLE)


@RULE.on(r.TypeQuery)
def check(context: RuleContext, query: r.TypeQuery) -> None:
    """Look at the operand of `sizeof`."""
    whole = measured(context.model, query)
    if whole is None:
        return
    kind = t.element_of(whole).type
    opaque = isinstance(kind, t.ImageType | t.OpaqueType | t.PipeType)
    if (opaque or kind is t.scalar("bool")) and not _is_part_of_ratio(context, query, kind):
        context.report(query, f"the size of {t.described(whole)} is up to the implementation")


def _is_part_of_ratio(context: RuleContext, query: r.TypeQuery, kind: t.Type) -> bool:
    """Tell whether a size is divided by another one of the same kind, or divides it."""
    above = context.parent(query)
    while isinstance(above, r.Parenthesized | r.Cast):
        above = context.parent(above)
    if not isinstance(above, r.Binary) or above.operator.text != "/":
        return False
    for side in (above.left, above.right):
        other = unwrapped(side)
        while isinstance(other, r.Cast):
            other = unwrapped(other.operand)
        whole = measured(context.model, other) if isinstance(other, r.TypeQuery) else None
        if whole is None or t.element_of(whole).type != kind:
            return False
    return True
