"""A constant is larger than a constant buffer of the device.

## What it does
Reports a variable in constant memory that takes more bytes than the device of the settings has in
one constant buffer.

## Why
Drivers that keep constants in a memory of its own, as NVIDIA's does, do not build the program.
Others move the constant to global memory.

## Example
```cl device=nvidia-ampere
constant float table[20000] = {0};
```

## Use instead
```cl device=nvidia-ampere
kernel void k(global const float *table) {}
```

## Versions
All, where the settings name a device whose size is known.

## Reference
OpenCL API specification, `CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.limits import report_above
from opencl_ls.linter.rule import NAMED_DEVICE, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.HINT, since="0.1", versions=NAMED_DEVICE)


@RULE.on(Variable)
def check(context: RuleContext, variable: Variable) -> None:
    """Compare the size of a constant."""
    if t.object_space(variable.type) != t.CONSTANT:
        return
    layout = layout_of(variable.type)
    if layout is not None:
        words = f"the constant '{variable.name}' takes {layout[0]} bytes"
        report_above(context, variable, words, layout[0], "max-constant-buffer-size")
