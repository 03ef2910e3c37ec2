"""A kernel takes an event, a reservation or an index space from the host.

## What it does
Reports parameters of kernels of the types `event_t` (in every version), `clk_event_t`,
`reserve_id_t` and `ndrange_t` (from OpenCL C 2.0 on), and structs by value that hold an image or
one of these.  A `clk_event_t` is a warning, because compilers accept it.

## Why
These objects are made on the device, and the host has no value to pass for them. The host passes an
image by itself, not as a part of a struct.

## Example
```cl
kernel void k(event_t copied) {}
```

## Use instead
```cl
void helper(event_t copied) { wait_group_events(1, &copied); }
kernel void k(queue_t queue) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_image, is_named
from opencl_ls.semantics.types.kernel_arguments import (
    find_member,
    kernel_parameters,
    member_places,
    member_words,
    parameter_words,
)
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the types that a kernel takes by value."""
    for parameter in kernel_parameters(function):
        kind = parameter.type.type
        if is_named(kind, "event_t") or (
            context.target.version >= 200
            and is_named(kind, "clk_event_t", "reserve_id_t", "ndrange_t")
        ):
            context.report(
                parameter.parameter.specifiers.type or parameter.parameter,
                f"{parameter_words(parameter)} is "
                f"{t.described(t.Qualified(kind, alias=parameter.type.alias))}: "
                "the host has nothing that it could pass for it",
                severity=Severity.WARNING if is_named(kind, "clk_event_t") else None,
            )
        way = find_member(kind, _is_unpassable)
        severity = None
        if not way and context.target.version >= 200:
            # Compilers accept a clk_event_t there, as they do by itself.
            way = find_member(kind, lambda member: is_named(member.type, "clk_event_t"))
            severity = Severity.WARNING
        if way:
            context.report(
                parameter.parameter,
                f"{parameter_words(parameter)} holds {t.described(way[-1].type)} as "
                f"'{member_words(way)}': the host cannot pass that in a struct",
                related=member_places(way),
                severity=severity,
            )


def _is_unpassable(member: t.Qualified) -> bool:
    return is_image(member.type) or is_named(member.type, "event_t", "reserve_id_t", "ndrange_t")
