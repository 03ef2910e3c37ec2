"""A cast between a pointer and an integer that is narrower.

## What it does
Warns of casts of pointers to integers of fewer bits, and of integers of fewer bits to pointers. How
many a pointer has is up to the device: 64 where the settings do not say 32. Constants are left
alone.

## Why
A pointer loses the upper half of its address, and what is made of the rest points elsewhere.
`uintptr_t` and `size_t` are as wide as a pointer on every device.

## Example
```cl
kernel void k(global int *p, global int *out) { out[0] = (int)p & 15; }
```

## Use instead
```cl
kernel void k(global int *p, global int *out) { out[0] = (size_t)p & 15; }
```

## Versions
All.

## Reference
C11 6.3.2.3; clang's `-Wpointer-to-int-cast` and `-Wint-to-pointer-cast`.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constness import constants_of
from opencl_ls.semantics.conversions import arithmetic_type, loaded, value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(t.PointerType, t.BlockType))

_ADDRESSES = (t.PointerType, t.BlockType)


@RULE.on(r.Cast)
def check(context: RuleContext, cast: r.Cast) -> None:
    """Look at casts one way and the other."""
    model = context.model
    to = model.type_names.get(cast.type, t.UNKNOWN_QUALIFIED)
    from_ = loaded(value_of(model.types.get(cast.operand, t.UNKNOWN_QUALIFIED)))
    if isinstance(from_.type, _ADDRESSES):
        if _is_narrow(context, to):
            context.report(
                cast, f"{t.described(from_)} is wider than {t.described(to)}: bits are lost"
            )
    elif isinstance(to.type, _ADDRESSES) and isinstance(from_.type, t.ScalarType):
        if _is_narrow(context, from_) and constants_of(model).integer(cast.operand) is None:
            context.report(
                cast, f"{t.described(from_)} is narrower than {t.described(to)}: bits are missing"
            )


def _is_narrow(context: RuleContext, qualified: t.Qualified) -> bool:
    """Tell whether this is an integer of fewer bits than a pointer has."""
    kind = arithmetic_type(qualified.type)
    if kind is None or kind.floating or kind.name == "bool" or qualified.device_sized:
        return False
    return kind.bits < context.target.pointer_bits
