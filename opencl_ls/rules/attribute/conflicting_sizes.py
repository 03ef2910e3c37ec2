"""A work-group size hint contradicts the required size.

## What it does
Reports a `work_group_size_hint` with other sizes than the `reqd_work_group_size` of the same
kernel.

## Why
A hint has no effect where the size is required. Often one of the two was changed and the other was
not.

## Example
```cl
kernel
__attribute__((reqd_work_group_size(64, 1, 1), work_group_size_hint(32, 1, 1)))
void k(void) {}
```

## Use instead
```cl
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(void) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.lookup.constness import constants_of
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Compare the two attributes of a function."""
    required = hint = None
    for attribute in function.attributes:
        if attribute_name(attribute) == "reqd_work_group_size":
            required = attribute
        elif attribute_name(attribute) == "work_group_size_hint":
            hint = attribute
    if required is None or hint is None:
        return
    constants = constants_of(context.model)
    sizes = [constants.integer(argument) for argument in required.arguments or ()]
    hinted = [constants.integer(argument) for argument in hint.arguments or ()]
    if None in sizes or None in hinted or sizes == hinted or len(sizes) != len(hinted):
        return
    context.report(
        hint,
        f"'{hint.name.text}' contradicts the size that '{function.name}' requires: it has no "
        "effect",
        related=[(required, "the size is required here")],
    )
