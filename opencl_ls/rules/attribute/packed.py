"""packed is used where it has no effect.

## What it does
Reports the attribute `packed` on the name of a typedef or of a variable, on a parameter or a
function, or in front of the `struct` that is declared with it.

## Why
The attribute belongs to the definition of a struct, union or enumeration: after the keyword, or
right after the closing brace. Elsewhere compilers ignore it, and host and device disagree about the
layout.

## Example
```cl
typedef struct { char c; int i; } pair __attribute__((packed));
```

## Use instead
```cl
typedef struct __attribute__((packed)) { char c; int i; } pair;
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.attribute_subjects import misplaced
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the subject of the attribute."""
    if attribute_name(attribute) != "packed":
        return
    found = misplaced(context.model, attribute)
    if found is None or found.is_error or found.is_in_expression:
        return
    context.report(
        attribute,
        f"'{attribute.name.text}' has no effect on {found.subject}: it belongs to the definition "
        "of a struct or union, before or right after its braces",
    )
