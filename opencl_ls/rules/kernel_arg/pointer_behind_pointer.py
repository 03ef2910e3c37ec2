"""A kernel parameter points to structs that hold pointers, before OpenCL C 2.0.

## What it does
Reports pointer parameters of kernels whose struct or union has a pointer member.

## Why
A host address in the buffer has no meaning on the device. Only a pointer that the device itself
stored could be dereferenced, and no version before 2.0 guarantees that an address stays valid after
a kernel.

## Example
```cl CL1.2
struct node { global struct node *next; };
kernel void k(global struct node *first) {}
```

## Use instead
```cl CL1.2
struct node { int next; };
kernel void k(global struct node *nodes) {}
```

## Versions
1.0 to 1.2.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BEFORE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.kernel_arguments import (
    find_member,
    kernel_parameters,
    member_places,
    member_words,
    parameter_words,
    pointees,
)
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.WARNING, since="0.1", versions=BEFORE_20)


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look into the structs that a kernel's parameters point to."""
    for parameter in kernel_parameters(function):
        levels = list(pointees(parameter.type))
        if len(levels) != 1:
            continue
        kind = t.element_of(levels[0]).type
        way = find_member(kind, lambda member: isinstance(member.type, t.PointerType))
        if way:
            context.report(
                parameter.parameter,
                f"{parameter_words(parameter)} points to a struct with the pointer "
                f"'{member_words(way)}': an address from the host means nothing on the device",
                related=member_places(way),
            )
