"""A pointer into one address space is converted to a pointer into another one.

## What it does
Reports pointers that are assigned, passed, returned or used as an initializer where a pointer into
another address space is wanted.

## Why
The address spaces are separate memories, and an address alone does not say which one it belongs to.
From 2.0 on a pointer into global, local or private memory converts implicitly to a generic one, but
a generic pointer becomes a pointer into a named address space only by a cast. Constant memory is
never part of the generic address space.

## Example
```cl
kernel void k(global int *in) { local int *p = in; }
```

## Use instead
```cl
kernel void k(global int *in) { global int *p = in; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers" and "Conversions"; reference pages __local and
Restrictions.

## Fix safety
Unsafe: `to_global`, `to_local` and `to_private` return a null pointer if the memory is another one,
and another address space in a declaration changes what the pointer can hold later.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemFix,
    RuleContext,
    inserting,
    wrapping,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import (
    declared_parameter,
    is_string,
    misplaced,
    space_name,
    why_spaces_differ,
)
from opencl_ls.semantics.types.spaces import space_word
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.Mismatch)
def check(context: RuleContext, problem: p.Mismatch) -> None:
    """Report a conversion to a pointer to another address space."""
    to, from_ = problem.destination.type, problem.source.type
    if problem.reason != "address-space":
        return
    if not isinstance(to, t.PointerType) or not isinstance(from_, t.PointerType):
        return
    value = problem.record
    if is_string(value):
        return
    reason = why_spaces_differ(to.pointee, from_.pointee, context.target)
    context.report(
        value,
        f"{misplaced(problem)}: {reason}",
        related=declared_parameter(problem),
        fixes=_fixes(context, problem, to.pointee, from_.pointee),
    )


def _fixes(
    context: RuleContext, problem: p.Mismatch, to: t.Qualified, from_: t.Qualified
) -> list[ItemFix]:
    space, wanted = space_name(from_), space_name(to)
    if space == t.GENERIC and wanted != t.CONSTANT:
        before, after = f"to_{wanted}(", ")"
        return [wrapping(f"Convert with 'to_{wanted}'", problem.record, before, after, safe=False)]
    declarator = context.parent(problem.record)
    if not isinstance(declarator, r.InitDeclarator):
        return []
    declaration = context.parent(declarator)
    if not isinstance(declaration, r.Declaration) or len(declaration.declarators) != 1:
        return []
    specifiers = declaration.specifiers
    if space_word(specifiers.qualifiers) is not None or isinstance(to.type, t.PointerType):
        return []
    if problem.destination.alias or wanted not in (t.PRIVATE, t.GENERIC):
        return []
    title = f"Let '{t.spelled(to, False)} *' point to {space} memory"
    return [inserting(title, declaration.start, f"{space} ", safe=False)]
