"""An address goes to another address space by way of an integer.

## What it does
Hints at casts of a pointer to an integer and back to a pointer into another named address space.

## Why
The rules about address spaces are bypassed so. An address in one says nothing in another: what the
new pointer points to is undefined.

## Example
```cl
kernel void k(global int *p) { *(local int *)(uintptr_t)p = 1; }
```

## Use instead
```cl
kernel void k(global int *p, local int *copy) { *copy = *p; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.alternatives import alternatives
from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.conversions import value_of
from opencl_ls.syntax import records as r

_NAMED = frozenset((t.PRIVATE, t.LOCAL, t.GLOBAL, t.CONSTANT))

RULE = Rule(Severity.HINT, since="0.1", about=(t.PointerType,))


@RULE.on(r.Cast)
def check(context: RuleContext, cast: r.Cast) -> None:
    """Look for the pointer behind the integer that becomes one."""
    to = _pointer(context, cast)
    if to is None or to.pointee.space not in _NAMED:
        return
    for _, value in alternatives(context.model, cast.operand):
        source = _behind_integers(context, value)
        if source is not None and source.pointee.space in _NAMED - {to.pointee.space}:
            context.report(
                cast,
                f"{t.described(t.Qualified(source))} becomes {t.described(t.Qualified(to))} by way "
                "of an integer: an address in one address space says nothing in another",
            )
            return


def _behind_integers(context: RuleContext, value: r.Expression) -> t.PointerType | None:
    """Return the type of the pointer that casts make an integer of, None for other values."""
    while isinstance(value, r.Cast) and _pointer(context, value) is None:
        value = unwrapped(value.operand)
        source = _pointer(context, value)
        if source is not None:
            return source
    return None


def _pointer(context: RuleContext, value: r.Expression) -> t.PointerType | None:
    kind = value_of(context.model.types.get(value, t.UNKNOWN_QUALIFIED)).type
    return kind if isinstance(kind, t.PointerType) else None
