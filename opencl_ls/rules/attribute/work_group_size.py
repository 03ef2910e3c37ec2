"""Wrong arguments of a work-group size attribute.

## What it does
Reports `reqd_work_group_size` and `work_group_size_hint` with other than three arguments, or with
a size that is zero, negative, or no integer constant.

## Why
The three numbers are the size of the work-group in each dimension; a dimension that is not used
has the size 1.

## Example
```cl
kernel __attribute__((reqd_work_group_size(8, 8))) void k(void) {}
```

## Use instead
```cl
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void k(void) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.constness import constants_of, why_no_integer_constant
from opencl_ls.semantics.placement import attribute_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the arguments of the two attributes."""
    if attribute_name(attribute) not in ("reqd_work_group_size", "work_group_size_hint"):
        return
    arguments = attribute.arguments or ()
    name = attribute.name.text
    if len(arguments) != 3:
        place = (arguments[0].start, arguments[-1].end) if arguments else attribute
        context.report(
            place,
            f"'{name}' takes three sizes, not {len(arguments)}: one for each dimension, 1 for one "
            "that is not used",
        )
        return
    constants = constants_of(context.model)
    for argument in arguments:
        value = constants.integer(argument)
        if value is not None and value <= 0:
            context.report(argument, f"{value} is no size: each of the three is at least 1")
        elif value is None and (why := why_no_integer_constant(context.model, argument)):
            context.report(
                argument,
                f"'{name}' takes integer constants: '{context.text(argument)}' {why}",
            )
