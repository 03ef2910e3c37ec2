"""A kernel takes an atomic object by value.

## What it does
Reports parameters of kernels of an atomic type that are no pointers, and structs and unions by
value that hold an atomic object at any depth.

## Why
The value is in private memory, where the operations on atomic objects are undefined. Work-items
share an atomic object through a pointer.

## Example
```cl CL2.0
kernel void k(atomic_int counter) {}
```

## Use instead
```cl CL2.0
kernel void k(global atomic_int *counter) {}
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Atomic Restrictions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.kernel_arguments import (
    find_member,
    kernel_parameters,
    member_places,
    member_words,
    parameter_words,
)
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.WARNING, since="0.1", versions=SINCE_20)


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the types that a kernel takes by value."""
    for parameter in kernel_parameters(function):
        if _is_atomic(parameter.type):
            written = parameter.parameter.specifiers.type
            name = t.spelled(parameter.type)
            context.report(
                written or parameter.parameter,
                f"{parameter_words(parameter)} is an atomic object by value: "
                f"take 'global {name} *'",
            )
        way = find_member(parameter.type.type, _is_atomic)
        if way:
            context.report(
                parameter.parameter,
                f"{parameter_words(parameter)} holds the atomic object '{member_words(way)}' by "
                "value: take a pointer into global memory",
                related=member_places(way),
            )


def _is_atomic(kind: t.Qualified) -> bool:
    return isinstance(kind.type, t.AtomicType)
