"""A pointer is cast into a separate address space.

## What it does
Reports casts of a pointer into another address space, where the two share no memory.

## Why
A cast cannot move an object: the address has another meaning in the other memory. From 2.0 on a
generic pointer may be cast to one into global, local or private memory and back; constant memory is
separate from all of them.

## Example
```cl
kernel void k(global int *in) { local int *p = (local int *)in; }
```

## Use instead
```cl
kernel void k(global int *in) { global uint *p = (global uint *)in; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference page __local.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import why_spaces_differ
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.InvalidCast)
def check(context: RuleContext, problem: p.InvalidCast) -> None:
    """Report a cast to a pointer to another address space."""
    to, from_ = problem.destination.type, problem.source.type
    if problem.reason != "address-space":
        return
    if not isinstance(to, t.PointerType) or not isinstance(from_, t.PointerType):
        return
    cast = problem.record
    reason = why_spaces_differ(to.pointee, from_.pointee, context.target)
    context.report(
        cast.type if isinstance(cast, r.Cast | r.VectorLiteral) else cast,
        f"{t.described(problem.source)} is cast to {t.described(problem.destination)}: {reason}",
    )
