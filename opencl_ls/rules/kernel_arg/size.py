"""A kernel's arguments take more bytes than the device accepts.

## What it does
Adds up the sizes of a kernel's parameters and reports more bytes than the device of the settings
accepts. Without a device it reports more than 1024 bytes, or more than 256 in OpenCL C 1.0 and for
the embedded profile.

## Why
`CL_DEVICE_MAX_PARAMETER_SIZE` need not be larger, so the kernel may fail to run on some devices.

## Example
```cl CL1.2
struct table { float16 rows[20]; };
kernel void k(struct table table) {}
```

## Use instead
```cl CL1.2
struct table { float16 rows[20]; };
kernel void k(constant struct table *table) {}
```

## Versions
All.

## Reference
OpenCL API specification, `CL_DEVICE_MAX_PARAMETER_SIZE`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.limits import report_above
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Add up the sizes of the parameters; a type of unknown size ends the search."""
    if not function.is_kernel or not function.declarator.parts:
        return
    total = 0
    for parameter in function.parameters:
        layout = layout_of(parameter.type)
        if layout is None:
            return
        total += layout[0]
    words = f"the arguments of kernel '{function.name}' take {total} bytes"
    report_above(context, function.declarator.parts[0], words, total, "max-parameter-size")
