"""Wrong arguments of an attribute for the size of work-groups or sub-groups.

## What it does
Reports `reqd_work_group_size` and `work_group_size_hint` with other than three arguments,
`intel_reqd_sub_group_size` with other than one, and a size that is zero, negative, larger than 32
bits hold, or no integer constant.

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

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.attribute_subjects import is_ignored
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.lookup.constness import constants_of, why_no_integer_constant
from opencl_ls.semantics.macros.undefined_macros import has_recovered
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1")

_SIZES: Final = {
    "reqd_work_group_size": (3, "three sizes"),
    "work_group_size_hint": (3, "three sizes"),
    "intel_reqd_sub_group_size": (1, "one size"),
}
_LARGEST: Final = 2**32 - 1


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the arguments of the attributes."""
    count, words = _SIZES.get(attribute_name(attribute), (0, ""))
    if not count or has_recovered(
        context.model, (SyntaxProblemKind.UNDEFINED_MACRO,), attribute.start, attribute.end
    ):
        return
    if is_ignored(context.model, attribute):
        return
    arguments = attribute.arguments or ()
    name = attribute.name.text
    if len(arguments) != count:
        place = (arguments[0].start, arguments[-1].end) if arguments else attribute
        more = ": one for each dimension, 1 for one that is not used" if count > 1 else ""
        context.report(place, f"'{name}' takes {words}, not {len(arguments)}{more}")
        return
    constants = constants_of(context.model)
    for argument in arguments:
        value = constants.integer(argument)
        if value is not None and value <= 0:
            each = "each of the three" if count > 1 else "a size"
            # Compilers check the size of a sub-group for zero only.
            severity = Severity.WARNING if value < 0 and count == 1 else None
            context.report(argument, f"{value} is no size: {each} is at least 1", severity=severity)
        elif value is not None and value > _LARGEST:
            context.report(argument, f"{value} is no size: sizes have 32 bits")
        elif value is None and (why := why_no_integer_constant(context.model, argument)):
            context.report(
                argument,
                f"'{name}' takes integer constants: '{context.text(argument)}' {why}",
            )
