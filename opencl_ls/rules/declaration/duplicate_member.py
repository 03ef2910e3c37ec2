"""Two members of a struct or union have one name.

## What it does
Reports the second member with the same name in a struct or a union.

## Why
The name in an access could mean either of the two members.

## Example
```cl
struct item { float value; int value; };
```

## Use instead
```cl
struct item { float value; int count; };
```

## Versions
All.

## Reference
C11 6.7.2.1.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import MemberVariable, Tag

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Tag)
def check(context: RuleContext, tag: Tag) -> None:
    """Look at the members of a struct or union, those of unnamed members within it included."""
    aggregate = tag.defined
    if not isinstance(aggregate, t.AggregateType) or _is_part(context, tag):
        return
    seen: dict[str, MemberVariable] = {}
    for member in _members(aggregate):
        earlier = seen.setdefault(member.name, member)
        if earlier is not member:
            context.report(
                member,
                f"'{aggregate.keyword} {tag.name}' already has a member '{member.name}'"
                if tag.name
                else f"this {aggregate.keyword} already has a member '{member.name}'",
                related=[(earlier, "the first one is here")],
            )


def _is_part(context: RuleContext, tag: Tag) -> bool:
    """Tell whether a type is an unnamed member, whose members count as those of the whole."""
    around = (known for known in context.model.declared.values() if isinstance(known, Tag))
    return any(
        not member.name and member.type.type is tag.defined
        for known in around
        if isinstance(known.defined, t.AggregateType)
        for member in known.defined.members or ()
    )


def _members(aggregate: t.AggregateType) -> list[MemberVariable]:
    found: list[MemberVariable] = []
    for member in aggregate.members or ():
        if isinstance(member.declared, MemberVariable):
            found.append(member.declared)
        elif not member.name and isinstance(member.type.type, t.AggregateType):
            found.extend(_members(member.type.type))
    return found
