"""One image is read with normalised and with other coordinates.

## What it does
Reports a read of an image through a sampler with `CLK_NORMALIZED_COORDS_TRUE` if the same function
reads the image through one with `CLK_NORMALIZED_COORDS_FALSE` as well, or vice versa.

## Why
All samplers that a kernel uses with one image have to agree on the kind of coordinates; otherwise
the values read are undefined.

## Example
```cl CL1.2
constant sampler_t part = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_NEAREST;
constant sampler_t pixel = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
kernel void k(read_only image2d_t i, global float4 *o) {
    o[0] = read_imagef(i, part, (float2)(0.5f, 0.5f));
    o[1] = read_imagef(i, pixel, (float2)(3.0f, 4.0f));
}
```

## Use instead
```cl CL1.2
constant sampler_t part = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_NEAREST;
kernel void k(read_only image2d_t i, global float4 *o) {
    o[0] = read_imagef(i, part, (float2)(0.5f, 0.5f));
    o[1] = read_imagef(i, part, (float2)(3.0f, 4.0f) / convert_float2(get_image_dim(i)));
}
```

## Versions
All.

## Reference
OpenCL C specification, "Samplers".
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import named_symbol
from opencl_ls.semantics.lookup.samplers import COORDINATES, SampledRead, sampled_read
from opencl_ls.semantics.types.symbols import Function, ParameterVariable

RULE = Rule(Severity.WARNING, since="0.1", about=("sampler_t", t.ImageType))


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Compare the reads of each image with the first one."""
    first: dict[ParameterVariable, SampledRead] = {}
    for site in context.model.calls:
        read = sampled_read(context.model, site.call) if site.caller is function else None
        if read is None or len(read.constants & COORDINATES) != 1:
            continue
        image = named_symbol(context.model, read.image)
        if not isinstance(image, ParameterVariable):
            continue
        other = first.setdefault(image, read)
        if (read.constants & COORDINATES) != (other.constants & COORDINATES):
            ours, theirs = (
                _WORDS["CLK_NORMALIZED_COORDS_TRUE" in each.constants] for each in (read, other)
            )
            context.report(
                read.sampler,
                f"'{image.name}' is read at {ours} coordinates here and at {theirs} ones before: "
                "the samplers of one image have to agree",
                related=[
                    (other.sampler, f"{other.description} is used with it here"),
                    *read.declared,
                ],
            )


_WORDS: Final = ("unnormalised", "normalised")
