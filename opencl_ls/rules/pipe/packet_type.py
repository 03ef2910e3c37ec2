"""The packets of a pipe have a type that no pipe can carry.

## What it does
Reports pipes of pointers, and, as a warning since compilers accept them, pipes of `void`, of
images, samplers, events and other opaque types, and of structs that hold one of these or a pointer.

## Why
Packets are copied between kernels, so they have to be plain data of a known size: scalars,
vectors, and structs of them.

## Example
```cl CL2.0
typedef global int *place;
kernel void k(read_only pipe place p) {}
```

## Use instead
```cl CL2.0
kernel void k(read_only pipe int4 p) {}
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Pipes".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import PIPES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import Declaring, declarations_of
from opencl_ls.semantics.types.kernel_arguments import find_member, member_words
from opencl_ls.semantics.types.symbols import (
    Function,
    MemberVariable,
    ParameterVariable,
    Typedef,
    Variable,
)

RULE = Rule(Severity.ERROR, since="0.1", versions=PIPES, about=(t.PipeType,))


@RULE.on(Variable, Typedef, MemberVariable, Function, ParameterVariable, about=RULE.about)
def check(context: RuleContext, declaring: Declaring) -> None:
    """Look at the packets of pipes."""
    for specifiers, base in declarations_of(declaring):
        kind = base.type
        if not isinstance(kind, t.PipeType) or base.alias:
            continue
        packet = kind.packet
        way = () if _is_wrong(packet) else find_member(packet.type, _is_wrong)
        if not way and not _is_wrong(packet):
            continue
        held = f" holds '{member_words(way)}', which" if way else ""
        wrong = t.element_of(way[-1].type) if way else packet
        context.report(
            specifiers.type or specifiers,
            f"the packet of this pipe{held} is {t.described(wrong)}: "
            "packets are scalars, vectors, and structs of them",
            severity=None if isinstance(packet.type, t.PointerType) else Severity.WARNING,
        )


def _is_wrong(kind: t.Qualified) -> bool:
    opaque = t.ImageType | t.OpaqueType | t.PointerType | t.PipeType | t.BlockType
    return isinstance(kind.type, opaque | t.VoidType)
