"""A barrier orders images in a version without read-write images.

## What it does
Reports `CLK_IMAGE_MEM_FENCE` before OpenCL C 2.0.

## Why
The flag came with images that a kernel can both write and read.

## Example
```cl CL1.2
kernel void k(void) { barrier(CLK_IMAGE_MEM_FENCE); }
```

## Use instead
```cl CL1.2
kernel void k(void) { barrier(CLK_GLOBAL_MEM_FENCE); }
```

## Versions
1.0 to 1.2.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BEFORE_20, Rule
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=BEFORE_20,
    about=("CLK_IMAGE_MEM_FENCE",),
    supersedes=("builtin/no-matching-form", "builtin/unavailable"),
)


@RULE.on(r.Name, about=RULE.about)
def check(context: RuleContext, name: r.Name) -> None:
    """Look for the flag where the program does not declare it."""
    if name.name == "CLK_IMAGE_MEM_FENCE" and context.symbol(name) is None:
        context.report(name, "'CLK_IMAGE_MEM_FENCE' needs OpenCL C 2.0")
