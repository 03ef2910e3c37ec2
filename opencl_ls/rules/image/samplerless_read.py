"""An image is read without a sampler before OpenCL C 1.2.

## What it does
Reports calls of `read_imagef`, `read_imagei` and `read_imageui` with two arguments.

## Why
The overloads without a sampler came with OpenCL C 1.2.

## Example
```cl CL1.1
kernel void k(read_only image2d_t i, global float4 *o) { o[0] = read_imagef(i, (int2)(0, 0)); }
```

## Use instead
```cl CL1.1
constant sampler_t s = CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
kernel void k(read_only image2d_t i, global float4 *o) { o[0] = read_imagef(i, s, (int2)(0, 0)); }
```

## Versions
1.0 and 1.1.

## Reference
OpenCL C specification, "Image Read Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BEFORE_12, Rule
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=BEFORE_12,
    about=("read_imagef", "read_imagei", "read_imageui"),
    supersedes=("builtin/unavailable",),
)


@RULE.on(r.Call, about=("read_imagef", "read_imagei", "read_imageui"))
def check(context: RuleContext, call: r.Call) -> None:
    """Count the arguments of reads."""
    name = builtin_name(context.model, call)
    if name in ("read_imagef", "read_imagei", "read_imageui") and len(call.arguments) == 2:
        context.report(
            call, f"'{name}' without a sampler needs OpenCL C 1.2: pass a sampler before the place"
        )
