"""A sampler that does not allow integer coordinates is used with them.

## What it does
Reports reads of an image at integer coordinates through a sampler that was declared with
`CLK_NORMALIZED_COORDS_TRUE`, `CLK_FILTER_LINEAR`, `CLK_ADDRESS_REPEAT` or
`CLK_ADDRESS_MIRRORED_REPEAT`.

## Why
Integer coordinates count pixels: they need no filter, and they are not normalised. With such a
sampler the values read are undefined.

## Example
```cl CL1.2
constant sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
kernel void k(read_only image2d_t i, global float4 *o) { o[0] = read_imagef(i, s, (int2)(0, 0)); }
```

## Use instead
```cl CL1.2
constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void k(read_only image2d_t i, global float4 *o) { o[0] = read_imagef(i, s, (int2)(0, 0)); }
```

## Versions
All.

## Reference
OpenCL C specification, "Image Read Functions".
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.samplers import at_integers, sampled_read
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=("sampler_t", t.ImageType))


@RULE.on(r.Call, about=("read_",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the samplers of reads at integer coordinates."""
    read = sampled_read(context.model, call)
    if read is None or not at_integers(context.model, read.coordinate):
        return
    unfit = [name for name in _UNFIT if name in read.constants]
    if read.name != "read_imagef" and "CLK_FILTER_LINEAR" in unfit:
        # These functions do not filter at all, which sampler/linear-integer-read reports.
        unfit.remove("CLK_FILTER_LINEAR")
    if unfit:
        context.report(
            read.sampler,
            f"{read.description} has {' and '.join(unfit)}: with integer coordinates that "
            "reads undefined values",
            related=read.declared,
        )


_UNFIT: Final = (
    "CLK_NORMALIZED_COORDS_TRUE",
    "CLK_ADDRESS_REPEAT",
    "CLK_ADDRESS_MIRRORED_REPEAT",
    "CLK_FILTER_LINEAR",
)
