"""A kernel requires a sub-group size that the device does not have.

## What it does
Reports `intel_reqd_sub_group_size` with a size that is not among those of the device of the
settings.

## Why
The program does not build for the device.

## Example
```cl device=intel-xe
kernel __attribute__((intel_reqd_sub_group_size(64))) void k(void) {}
```

## Use instead
```cl device=intel-xe
kernel __attribute__((intel_reqd_sub_group_size(32))) void k(void) {}
```

## Versions
All, where the settings name a device whose sizes are known.

## Reference
Extension `cl_intel_required_subgroup_size`, `CL_DEVICE_SUB_GROUP_SIZES_INTEL`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import NAMED_DEVICE, Rule
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.lookup.constness import constants_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=NAMED_DEVICE)


@RULE.on(r.Attribute, about=("intel_reqd_sub_group_size", "__intel_reqd_sub_group_size__"))
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look for the size among those of the device."""
    arguments = attribute.arguments or ()
    if attribute_name(attribute) != "intel_reqd_sub_group_size" or len(arguments) != 1:
        return
    limit = context.target.limit("sub-group-sizes")
    size = constants_of(context.model).integer(arguments[0])
    if limit is None or size is None or size < 1 or not isinstance(limit.value, tuple):
        return
    if size not in limit.value:
        context.report(arguments[0], f"sub-groups of {size} work-items: {limit}")
