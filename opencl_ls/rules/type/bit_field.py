"""A struct has a bit-field.

## What it does
Reports bit-fields, unless a pragma enables the extension `__cl_clang_bitfields`.

## Why
The layout of bit-fields differs between compilers, and host and device share their structs.

## Example
```cl
struct flags { int ready : 1; };
```

## Use instead
```cl
struct flags { uchar ready; };
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.

## Fix safety
Without the width the member is larger and holds other values, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.InitDeclarator)
def check(context: RuleContext, entry: r.InitDeclarator) -> None:
    """Look for the width of a member."""
    if entry.width is None or context.target.is_asked_for("__cl_clang_bitfields"):
        return
    begin = entry.declarator.end if entry.declarator.name else entry.start
    colon = context.model.item.text.find(":", begin, entry.width.start)
    place = (colon if colon >= 0 else entry.width.start, entry.width.end)
    word = entry.declarator.name
    name = f"'{word.text}'" if word is not None and word.text else "this member"
    context.report(
        place,
        f"{name} is a bit-field: OpenCL C has none",
        fixes=[replacing("Drop the width", (begin, entry.width.end), "", safe=False)],
    )
