"""A member of a struct or union is placed in an address space.

## What it does
Reports an address space on a member itself, rather than on what it points to.

## Why
A struct or union is as a whole in one address space, that of the variable of its type.

## Example
```cl
struct pair { global int a; local int b; };
```

## Use instead
```cl
struct pair { global int *a; local int *b; };
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
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import MemberVariable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(MemberVariable)
def check(context: RuleContext, member: MemberVariable) -> None:
    """Look at the address space of members."""
    space = t.object_space(member.type)
    if not space or isinstance(t.element_of(member.type).type, t.UnknownType):
        return
    level: r.Record = member.declaration.specifiers
    for part in member.declarator.declarator.parts:
        if isinstance(part, r.PointerPart | r.BlockPart):
            level = part
            break
    words = (
        level.qualifiers if isinstance(level, r.Specifiers | r.PointerPart | r.BlockPart) else ()
    )
    word = spaces.space_word(words)
    keyword = member.aggregate.keyword
    context.report(
        word or member.declaration.specifiers.type or member,
        f"member '{member.name}' cannot be '{space}': "
        f"a {keyword} is in one address space as a whole",
    )
