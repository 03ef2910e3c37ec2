"""A kernel takes a struct by value that holds a pointer.

## What it does
Reports by-value structs and unions with a pointer at any depth. Before OpenCL C 2.0 that is an
error, but a warning if an earlier parameter is such a pointer, which compilers accept. From 2.0 on
a pointer into private or generic memory is still an error, one into local memory is a warning, and
one into global or constant memory a hint: it needs shared virtual memory.

## Why
The host passes bytes, and a host address in them has no meaning on the device unless both share
their memory.

## Example
```cl CL1.2
struct list { global int *values; int count; };
kernel void k(struct list list) {}
```

## Use instead
```cl CL1.2
kernel void k(global int *values, int count) {}
```

## Versions
All; from 2.0 on with the severities above.

## Reference
OpenCL C specification, "Restrictions".
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.conversions import same_type
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
    """Look for pointers in the structs that a kernel takes by value, the most severe first."""
    old = context.target.version < 200
    grades = (_ANY, _TAKEN) if old else (_PRIVATE, _LOCAL, _SHARED)
    earlier: list[t.PointerType] = []
    for parameter in kernel_parameters(function):
        if isinstance(parameter.type.type, t.PointerType):
            earlier.append(parameter.type.type)
        for spaces_meant, severity, reason in grades:

            def matches(
                member: t.Qualified,
                meant: frozenset[str] = spaces_meant,
                is_error: bool = severity is Severity.ERROR,
            ) -> bool:
                kind = member.type
                if not isinstance(kind, t.PointerType) or t.object_space(kind.pointee) not in meant:
                    return False
                return not (old and is_error and any(same_type(kind, each) for each in earlier))

            way = find_member(parameter.type.type, matches)
            if way:
                context.report(
                    parameter.parameter,
                    f"{parameter_words(parameter)} holds the pointer "
                    f"'{member_words(way)}': {reason}",
                    related=member_places(way),
                    severity=severity,
                )
                break


_ALL = frozenset((t.PRIVATE, t.GENERIC, t.LOCAL, t.GLOBAL, t.CONSTANT, t.NO_SPACE))
_ANY: Final = (
    _ALL,
    Severity.ERROR,
    "before OpenCL C 2.0 a struct argument cannot have pointers; pass the buffer by itself",
)
_TAKEN: Final = (_ALL, Severity.WARNING, _ANY[2])
_PRIVATE: Final = (
    frozenset((t.PRIVATE, t.GENERIC)),
    Severity.ERROR,
    "the host cannot know an address in private memory; point into global memory",
)
_LOCAL: Final = (
    frozenset((t.LOCAL,)),
    Severity.WARNING,
    "the host cannot know an address in local memory; pass a local pointer by itself",
)
_SHARED: Final = (
    frozenset((t.GLOBAL, t.CONSTANT)),
    Severity.HINT,
    "such an address has a meaning only in shared virtual memory",
)
