"""An integer image is read with linear filtering.

## What it does
Reports `read_imagei` and `read_imageui` with a sampler that was declared with `CLK_FILTER_LINEAR`.

## Why
These functions are defined for nearest filtering only, and return undefined values otherwise.

## Example
```cl CL1.2
constant sampler_t s = CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
kernel void k(read_only image2d_t i, global int4 *o) { o[0] = read_imagei(i, s, (float2)(0.5f)); }
```

## Use instead
```cl CL1.2
constant sampler_t s = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void k(read_only image2d_t i, global int4 *o) { o[0] = read_imagei(i, s, (float2)(0.5f)); }
```

## Versions
All.

## Reference
OpenCL C specification, "Image Read Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.samplers import sampled_read
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=("sampler_t", t.ImageType))


@RULE.on(r.Call, about=("read_",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the samplers of integer reads."""
    read = sampled_read(context.model, call)
    if read is None or read.name not in ("read_imagei", "read_imageui"):
        return
    if "CLK_FILTER_LINEAR" in read.constants:
        context.report(
            read.sampler,
            f"{read.description} filters linearly: '{read.name}' is defined for "
            "CLK_FILTER_NEAREST only",
            related=read.declared,
        )
