"""A struct or union has a member of an image type.

## What it does
Reports members of image types.

## Why
Images can only be parameters, each by itself.

## Example
```cl
struct source { image2d_t image; int level; };
```

## Use instead
```cl
struct source { int2 origin; int level; };
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
from opencl_ls.semantics.declarations.opaque import is_image
from opencl_ls.semantics.types.symbols import MemberVariable

RULE = Rule(Severity.ERROR, since="0.1", about=(t.ImageType,))


@RULE.on(MemberVariable, about=RULE.about)
def check(context: RuleContext, member: MemberVariable) -> None:
    """Look at the types of members."""
    if is_image(member.type.type):
        context.report(
            member,
            f"member '{member.name}' is {t.described(member.type)}: an image can only be a "
            "parameter",
        )
