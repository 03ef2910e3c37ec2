"""A buffer image is read through a sampler.

## What it does
Reports reads of an `image1d_buffer_t` with a sampler among the arguments.

## Why
A 1D image made of a buffer is read with an integer coordinate and without a sampler.

## Example
```cl CL1.2
kernel void k(read_only image1d_buffer_t i, sampler_t s, global float4 *o) {
    o[0] = read_imagef(i, s, 0);
}
```

## Use instead
```cl CL1.2
kernel void k(read_only image1d_buffer_t i, global float4 *o) { o[0] = read_imagef(i, 0); }
```

## Versions
1.2 and later.

## Reference
OpenCL C specification, "Image Read Functions".

## Fix safety
The sampler may have clamped the coordinate, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import SINCE_12, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.lookup.callees import builtin_name, named_symbol
from opencl_ls.semantics.lookup.samplers import at_integers
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=SINCE_12,
    about=(t.ImageType,),
    supersedes=("builtin/no-matching-form",),
)


@RULE.on(r.Call, about=("read_",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the arguments with which an image is read."""
    name = builtin_name(context.model, call)
    if not name.startswith("read_image") or len(call.arguments) < 3:
        return
    image, sampler = (named_symbol(context.model, each) for each in call.arguments[:2])
    if image is None or sampler is None or not is_sampler(sampler.type.type):
        return
    kind = image.type.type
    if (
        isinstance(kind, t.ImageType)
        and kind.name == "image1d_buffer_t"
        and image.type.access != "read_write"
    ):
        fits = at_integers(context.model, call.arguments[2])
        cut = (call.arguments[0].end, call.arguments[1].end)
        context.report(
            call.arguments[1],
            f"image '{image.name}' is 'image1d_buffer_t': it is read without a sampler",
            fixes=[replacing("Drop the sampler", cut, "", safe=False)] if fits else (),
        )
