"""A kernel takes a value whose size the host cannot know.

## What it does
Reports parameters of kernels of the types `bool`, `size_t`, `ptrdiff_t`, `intptr_t` and
`uintptr_t`, by these names or through typedefs, and (from OpenCL C 1.1 on) structs and unions that
hold such a member at any depth.

## Why
`size_t` has 32 bits on one device and 64 on another, and `bool` has no defined size at all. The
host would have to pass an argument of a size that it does not know.

## Example
```cl
kernel void k(size_t count, bool invert) {}
```

## Use instead
```cl
kernel void k(ulong count, int invert) {}
```

## Versions
All; members of structs from 1.1 on.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.

## Fix safety
The host has to pass the new type, so the fix is unsafe.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, replacing
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.kernel_arguments import (
    find_member,
    kernel_parameters,
    member_places,
    member_words,
)
from opencl_ls.semantics.symbols import Function, ParameterVariable

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the types that a kernel takes by value."""
    for parameter in kernel_parameters(function):
        kind = parameter.type
        if _is_host_dependent(kind):
            _report(context, parameter)
        elif context.target.version >= 110:
            way = find_member(kind.type, _is_host_dependent)
            if way:
                context.report(
                    parameter.parameter,
                    f"kernel parameter '{parameter.name}' holds '{member_words(way)}' of type "
                    f"{t.described(t.element_of(way[-1].type))}, whose size the host cannot know",
                    related=member_places(way),
                )


def _is_host_dependent(kind: t.Qualified) -> bool:
    return bool(kind.device_sized) or kind.type is _BOOL


def _report(context: RuleContext, parameter: ParameterVariable) -> None:
    written = parameter.parameter.specifiers.type
    name = parameter.type.device_sized or "bool"
    instead = _INSTEAD[name]
    fixes = []
    if written is not None and context.text(written) == name:
        fixes = [replacing(f"Take '{instead}'", written, instead, safe=False)]
    described = t.described(t.Qualified(parameter.type.type, alias=parameter.type.alias))
    context.report(
        written or parameter.parameter,
        f"kernel parameter '{parameter.name}' is {described}: the host cannot know its size; "
        f"take '{instead}'",
        fixes=fixes,
    )


_BOOL: Final = t.scalar("bool")
_INSTEAD: Final = {
    "bool": "int",
    "size_t": "ulong",
    "uintptr_t": "ulong",
    "ptrdiff_t": "long",
    "intptr_t": "long",
}
