"""A kernel requires a larger work-group than the device has.

## What it does
Reports `reqd_work_group_size` with more work-items, in one dimension or in all together, than the
device of the settings runs in a group.

## Why
The program does not build, or the kernel cannot be enqueued: its size is required, and the device
has no group that large.

## Example
```cl device=arm-mali-g52
kernel __attribute__((reqd_work_group_size(512, 1, 1))) void k(void) {}
```

## Use instead
```cl device=arm-mali-g52
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void k(void) {}
```

## Versions
All, where the settings name a device whose sizes are known.

## Reference
OpenCL API specification, `CL_DEVICE_MAX_WORK_GROUP_SIZE` and `CL_DEVICE_MAX_WORK_ITEM_SIZES`.
"""

from math import prod

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.limits import report_above
from opencl_ls.linter.rule import NAMED_DEVICE, Rule
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.lookup.constness import constants_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=NAMED_DEVICE)


@RULE.on(r.Attribute, about=("reqd_work_group_size", "__reqd_work_group_size__"))
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Compare the three sizes with those of the device."""
    if attribute_name(attribute) != "reqd_work_group_size":
        return
    arguments = attribute.arguments or ()
    constants = constants_of(context.model)
    sizes = [constants.integer(argument) or 0 for argument in arguments]
    if len(sizes) != 3 or min(sizes) < 1:
        return
    total = prod(sizes)
    words = f"a required group of {total} work-items"
    place = arguments[0].start, arguments[-1].end
    if report_above(context, place, words, total, "max-work-group-size"):
        return
    limit = context.target.limit("max-work-item-sizes")
    most = limit.value if limit is not None and isinstance(limit.value, tuple) else ()
    for argument, size, largest in zip(arguments, sizes, most, strict=False):
        if size > largest:
            context.report(argument, f"{size} work-items in this dimension: {limit}")
            return
