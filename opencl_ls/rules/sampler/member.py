"""A struct or union has a member of type sampler_t.

## What it does
Reports members of type `sampler_t`.

## Why
A sampler is no value in memory. The number that initialises it can be a member.

## Example
```cl
struct source { sampler_t sampler; };
```

## Use instead
```cl
struct source { uint width; };
constant sampler_t sampler = CLK_FILTER_NEAREST;
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
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.types.symbols import MemberVariable

RULE = Rule(Severity.ERROR, since="0.1", about=("sampler_t",))


@RULE.on(MemberVariable, about=RULE.about)
def check(context: RuleContext, member: MemberVariable) -> None:
    """Look at the types of members."""
    if is_sampler(member.type.type):
        context.report(
            member, f"member '{member.name}' is {t.described(member.type)}: no member can be one"
        )
