"""A cast converts between a pointer and a narrower integer.

## What it does
Warns of casts of pointers to integers with fewer bits than a pointer of the device has, and of
casts of such integers, except constants, to pointers. A device has pointers of 64 bits unless the
setting `pointer-bits` or the option `-m32` says otherwise.

## Why
The upper half of the address is lost, or undefined. `size_t`, `intptr_t` and `uintptr_t` are as
wide as a pointer on every device.

## Example
```cl
kernel void k(global int *data, global uint *out) { out[0] = (uint)data; }
```

## Use instead
```cl
kernel void k(global int *data, global ulong *out) { out[0] = (uintptr_t)data; }
```

## Versions
All.

## Reference
C11 6.3.2.3; clang's `-Wpointer-to-int-cast` and `-Wint-to-pointer-cast`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.constness import constants_of
from opencl_ls.semantics.types.conversions import loaded
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Cast)
def check(context: RuleContext, cast: r.Cast) -> None:
    """Look at the two types."""
    destination = context.model.type_names.get(cast.type, t.UNKNOWN_QUALIFIED)
    source = loaded(context.model.types.get(cast.operand, t.UNKNOWN_QUALIFIED))
    if _is_address(source):
        number, verb = _integer(destination), "keeps"
    elif _is_address(destination) and not _is_of_function(destination):
        number, verb = _integer(source), "has"
        if isinstance(source.type, t.EnumeratedType) or _is_constant(context, cast.operand):
            return
    else:
        return
    width = context.target.pointer_bits
    if number is not None and number.name != "bool" and number.bits < width:
        integer = t.described(destination if verb == "keeps" else source)
        context.report(
            cast,
            f"{integer} {verb} {number.bits} of the {width} bits of an address: 'uintptr_t' is as "
            "wide",
        )


def _is_of_function(qualified: t.Qualified) -> bool:
    """Tell whether this is a pointer to a function, which OpenCL C does not have."""
    kind = qualified.type
    return isinstance(kind, t.PointerType) and isinstance(kind.pointee.type, t.FunctionType)


def _is_address(qualified: t.Qualified) -> bool:
    return isinstance(qualified.type, t.PointerType | t.ArrayType | t.BlockType)


def _integer(qualified: t.Qualified) -> t.ScalarType | None:
    """Return the integer type that a type of fixed width names."""
    kind = qualified.type
    if isinstance(kind, t.AtomicType):
        return _integer(kind.value)
    if isinstance(kind, t.EnumeratedType):
        return kind.integer
    if isinstance(kind, t.ScalarType) and not (kind.floating or qualified.device_sized):
        return kind
    return None


def _is_constant(context: RuleContext, value: r.Expression) -> bool:
    return constants_of(context.model).integer(value) is not None
