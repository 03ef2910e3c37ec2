"""A variable in global memory is larger than the device allows.

## What it does
Reports a variable in the global address space, at program scope or `static` in a function, that
takes more bytes than the device of the settings allows for one.

## Why
The program does not build, or fails when the kernel is enqueued.

## Example
```cl CL2.0 device=intel-cpu
global float table[20000];
```

## Use instead
```cl CL2.0 device=intel-cpu
kernel void k(global float *table) {}
```

## Versions
All, where the settings name a device whose size is known.

## Reference
OpenCL API specification, `CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.limits import report_above
from opencl_ls.linter.rule import NAMED_DEVICE, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.WARNING, since="0.1", versions=NAMED_DEVICE)


@RULE.on(Variable)
def check(context: RuleContext, variable: Variable) -> None:
    """Compare the size of a variable where the device has such variables."""
    if t.object_space(variable.type) != t.GLOBAL or not context.target.has_program_scope_variables:
        return
    limit = context.target.limit("max-global-variable-size")
    layout = layout_of(variable.type)
    # Drivers say 0 although they have such variables: PoCL 3.1.
    if layout is not None and limit is not None and limit.number:
        words = f"the global variable '{variable.name}' takes {layout[0]} bytes"
        report_above(context, variable, words, layout[0], "max-global-variable-size")
