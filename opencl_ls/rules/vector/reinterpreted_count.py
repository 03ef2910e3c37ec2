"""A reinterpretation has another number of elements.

## What it does
Hints at `as_type` between types of the same size and different numbers of elements, but for four
elements that become three. Off by default.

## Why
Which bits land in which element depends on the byte order of the device.

## Example
```cl
kernel void k(int i, global short2 *out) { *out = as_short2(i); }
```

## Use instead
```cl
kernel void k(int i, global short2 *out) { *out = (short2)((short)i, (short)(i >> 16)); }
```

## Versions
All.

## Reference
OpenCL C specification, "Reinterpreting Types Using as_type() and as_typen()".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import builtin_name, is_sound
from opencl_ls.semantics.conversions import value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", enabled=False)


@RULE.on(r.Call, about=("as_",))
def check(context: RuleContext, call: r.Call) -> None:
    """Compare the numbers of elements."""
    name = builtin_name(context.model, call)
    sound = len(call.arguments) == 1 and is_sound(context.model, call)
    if not name.startswith("as_") or not sound:
        return
    before, after = _width(context, call.arguments[0]), _width(context, call)
    if before and after and before != after and (before, after) != (4, 3):
        context.report(
            call,
            f"'{name}' makes {after} of {before}: which bits land in which element depends on the "
            "byte order of the device",
        )


def _width(context: RuleContext, value: r.Expression) -> int:
    kind = value_of(context.model.types.get(value, t.UNKNOWN_QUALIFIED)).type
    if isinstance(kind, t.VectorType):
        return kind.width
    return int(isinstance(kind, t.ScalarType))
