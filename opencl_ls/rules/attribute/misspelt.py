"""The name of an attribute is probably misspelt.

## What it does
Reports an attribute that no known compiler has, where its name is nearly that of one in OpenCL C,
or a part of it, such as `pack` and `work_group_size`.

## Why
Compilers ignore unknown attributes, so a wrong letter silently removes the attribute.

## Example
```cl
kernel __attribute__((reqd_work_group_sizes(8, 1, 1))) void k(void) {}
```

## Use instead
```cl
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void k(void) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".

## Fix safety
The attribute then takes effect, so the fix is unsafe.
"""

from opencl_ls.builtins.attribute_names import meant_attribute
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Compare the attribute's name with those of OpenCL C."""
    near = meant_attribute(attribute_name(attribute))
    if not near:
        return
    context.report(
        attribute.name,
        f"unknown attribute '{attribute.name.text}': did you mean '{near}'?",
        fixes=[replacing(f"Replace it by '{near}'", attribute.name, near, safe=False)],
    )
