"""A struct or union has a member of type event_t.

## What it does
Reports members of type `event_t`.

## Why
An event is no plain data: it lives in private memory and represents a copy in progress.

## Example
```cl
struct copy { event_t done; };
```

## Use instead
```cl
kernel void k(void) { event_t done[2]; }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_named
from opencl_ls.semantics.types.symbols import MemberVariable

RULE = Rule(Severity.ERROR, since="0.1", about=(t.OpaqueType,))


@RULE.on(MemberVariable, about=RULE.about)
def check(context: RuleContext, member: MemberVariable) -> None:
    """Look at the types of members."""
    if is_named(t.element_of(member.type).type, "event_t"):
        context.report(
            member,
            f"member '{member.name}' is an event: an event can only be a variable",
            # Compilers check only the type of the member itself.
            severity=Severity.WARNING if isinstance(member.type.type, t.ArrayType) else None,
        )
