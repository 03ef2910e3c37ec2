"""A struct has a function as a member.

## What it does
Reports members of structs and unions that are declared as functions.

## Why
A struct holds objects. The functions that work on it are declared outside and take a pointer to it,
as in C and unlike C++.

## Example
```cl
struct counter { int value; int next(int step); };
```

## Use instead
```cl
struct counter { int value; };
int next(struct counter *c, int step);
```

## Versions
All.

## Reference
C11 6.7.2.1p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import MemberVariable

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(MemberVariable, about=(t.FunctionType,))
def check(context: RuleContext, member: MemberVariable) -> None:
    """Look at the types of members."""
    if isinstance(member.type.type, t.FunctionType):
        keyword = member.aggregate.keyword
        context.report(
            member,
            f"member '{member.name}' is a function: a {keyword} holds objects only",
        )
