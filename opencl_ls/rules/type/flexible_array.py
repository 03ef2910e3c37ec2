"""A struct ends in an array without a size.

## What it does
Reports members of the form `data[]` and `data[0]`.

## Why
Flexible array members are not supported: the size of the struct does not include the elements after
it. Most compilers accept them nevertheless.

## Example
```cl
struct list { int count; int data[]; };
```

## Use instead
```cl
struct list { int count; int data[4]; };
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.

## Fix safety
Unsafe: the struct becomes larger by one element.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import MemberVariable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(MemberVariable)
def check(context: RuleContext, member: MemberVariable) -> None:
    """Look at members of array type."""
    kind = member.type.type
    if not isinstance(kind, t.ArrayType):
        return
    unsized = kind.size is None and not kind.variable
    if not unsized and not _holds_none(kind):
        return
    form = "without a size" if unsized else "of size 0"
    is_followed = unsized and _is_before_others(context, member)
    why = "OpenCL C has no flexible array members"
    context.report(
        member,
        f"member '{member.name}' is an array {form}: {why}"
        + (", and none is allowed before another member" if is_followed else ""),
        fixes=_sized(member),
        severity=Severity.ERROR if is_followed else None,
    )


def _is_before_others(context: RuleContext, member: MemberVariable) -> bool:
    """Tell whether other members follow in a struct, which no compiler accepts."""
    whole = context.parent(member.declaration)
    if not isinstance(whole, r.RecordType) or whole.keyword != "struct" or not whole.members:
        return False
    is_last = member.declaration.declarators[-1] is member.declarator
    return not (is_last and whole.members[-1] is member.declaration)


def _holds_none(kind: t.Type) -> bool:
    """Tell whether an array, or its element type, is one of size 0."""
    while isinstance(kind, t.ArrayType) and kind.size != 0:
        kind = kind.element.type
    return isinstance(kind, t.ArrayType)


def _sized(member: MemberVariable) -> list[ItemFix]:
    parts = member.declarator.declarator.parts
    kind = member.type.type
    if not isinstance(kind, t.ArrayType) or kind.variable or kind.size:
        return []
    if not parts or not isinstance(parts[0], r.ArrayPart) or parts[0].qualifiers:
        return []
    return [replacing("Give it one element", parts[0], "[1]", safe=False)]
