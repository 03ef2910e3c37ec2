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
from opencl_ls.linter.context import (
    ItemEdit,
    ItemFix,
    RuleContext,
    replacing,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.kernel_arguments import (
    find_member,
    kernel_parameters,
    member_places,
    member_words,
    parameter_words,
)
from opencl_ls.semantics.types.symbols import Function, MemberVariable, ParameterVariable
from opencl_ls.syntax import records as r

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
                    f"{parameter_words(parameter)} holds '{member_words(way)}' of type "
                    f"{t.described(t.element_of(way[-1].type))}, whose size the host cannot know",
                    related=member_places(way),
                    fixes=_member_type(way[-1].declared),
                )


def _is_host_dependent(kind: t.Qualified) -> bool:
    return bool(kind.device_sized) or kind.type is _BOOL


def _member_type(member: object) -> list[ItemFix]:
    """Return the fix that gives a member a type of one size, where the struct is declared."""
    if not isinstance(member, MemberVariable):
        return []
    name = t.element_of(member.type).device_sized or "bool"
    written = member.declaration.specifiers.type
    basic = isinstance(written, r.BasicType) and written.words == (name,)
    named = isinstance(written, r.NamedType) and written.name == name
    if written is None or not (basic or named):
        return []
    instead = _IN_STRUCTS.get(name, _INSTEAD[name])
    edit = ItemEdit(written.start, written.end, instead, outer=member)
    return [ItemFix(f"Give '{member.name}' the type '{instead}'", (edit,), safe=False)]


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
        f"{parameter_words(parameter)} is {described}: the host cannot know its size; "
        f"take '{instead}'",
        fixes=fixes,
    )


_BOOL: Final = t.scalar("bool")
_IN_STRUCTS: Final = {"bool": "uchar"}
_INSTEAD: Final = {
    "bool": "int",
    "size_t": "ulong",
    "uintptr_t": "ulong",
    "ptrdiff_t": "long",
    "intptr_t": "long",
}
