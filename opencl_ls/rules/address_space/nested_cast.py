"""A cast of a pointer to pointers changes the address space of the inner pointers.

## What it does
Reports casts between pointers to pointers whose inner levels point into different address spaces.

## Why
The cast changes the type of the outer pointer, but not the pointers that it points to. A read
through the other type takes them for pointers into the wrong memory.

## Example
```cl CL2.0
kernel void k(void) { local int *local *l; global int *local *g; l = (local int *local *)g; }
```

## Use instead
```cl CL2.0
kernel void k(void) { local int *local *l; local int *local *g; l = (local int *local *)g; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.conversions import nested_spaces, spaces_overlap, value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Cast)
def check(context: RuleContext, cast: r.Cast) -> None:
    """Compare what the inner pointers of both types point to."""
    destination = context.type_of(cast.type) or t.UNKNOWN_QUALIFIED
    source = value_of(context.model.types.get(cast.operand, t.UNKNOWN_QUALIFIED))
    to, from_ = destination.type, source.type
    if not isinstance(to, t.PointerType) or not isinstance(from_, t.PointerType):
        return
    if not spaces_overlap(t.object_space(to.pointee), t.object_space(from_.pointee)):
        return
    spaces = nested_spaces(to.pointee, from_.pointee)
    if spaces is not None:
        context.report(
            cast,
            f"{t.described(source)} is cast to {t.described(destination)}: below the first level "
            f"pointers into {spaces[1]} memory are taken for pointers into {spaces[0]} memory",
        )
