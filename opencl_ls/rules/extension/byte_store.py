"""Memory of a type smaller than 32 bits is written where only whole words can be stored.

## What it does
Warns of stores through pointers to `char`, `uchar`, `char2`, `uchar2`, `short`, `ushort` and
`half`, to elements of arrays of these types, and to members of structs that have one of them,
`half` excepted.

## Why
A device for OpenCL 1.0 may only be able to store 32 bits and more. Smaller stores need the
extension `cl_khr_byte_addressable_store`, which a program enables with a pragma. Loads and plain
variables of these types are allowed.

## Example
```cl CL1.0
kernel void k(global short *out, short value) { out[0] = value; }
```

## Use instead
```cl CL1.0
#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable
kernel void k(global short *out, short value) { out[0] = value; }
```

## Versions
1.0, without `cl_khr_byte_addressable_store` or before its pragma.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.

## Fix safety
Unsafe: a device without the extension no longer compiles the program.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, before_item
from opencl_ls.linter.rule import NO_BYTE_STORES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=NO_BYTE_STORES)

_SMALL: Final = frozenset(("char", "uchar", "char2", "uchar2", "short", "ushort"))
_PRAGMA: Final = "#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable"


@RULE.on(r.Assignment)
def check_assignment(context: RuleContext, assignment: r.Assignment) -> None:
    """Look at the targets of assignments."""
    _check(context, assignment.left)


@RULE.on(r.Postfix, r.Unary, about=("++", "--"))
def check_step(context: RuleContext, step: r.Postfix | r.Unary) -> None:
    """Look at the operands of `++` and `--`."""
    if step.operator in ("++", "--"):
        _check(context, step.operand)


def _check(context: RuleContext, target: r.Expression) -> None:
    member, kind = _stored(context, unwrapped(target))
    name = t.spelled(t.Qualified(kind.type))
    # Without cl_khr_fp16 no store to a half is allowed at all, which is another rule.
    if name in _SMALL or (name == "half" and context.target.has_fp16 and not member):
        what = "a struct member" if member else "memory"
        written = t.described(t.Qualified(kind.type, alias=kind.alias))
        context.report(
            target,
            f"this stores to {what} of type {written}: less than 32 bits need "
            "cl_khr_byte_addressable_store and its pragma in OpenCL C 1.0",
            fixes=[before_item(f"Insert '{_PRAGMA}'", _PRAGMA, safe=False)],
        )


def _stored(context: RuleContext, place: r.Expression) -> tuple[bool, t.Qualified]:
    """Tell whether a member is stored to, and its type; a part of a vector is the vector."""
    types = context.model.types
    while isinstance(place, r.Member | r.Index):
        base = types.get(place.base, t.UNKNOWN_QUALIFIED)
        if isinstance(place, r.Member) and place.arrow and isinstance(base.type, t.PointerType):
            base = base.type.pointee
            if isinstance(base.type, t.VectorType):
                return False, base
        if not isinstance(base.type, t.VectorType):
            break
        place = unwrapped(place.base)
    if isinstance(place, r.Member | r.Index | r.Unary):
        return isinstance(place, r.Member), types.get(place, t.UNKNOWN_QUALIFIED)
    return False, t.UNKNOWN_QUALIFIED
