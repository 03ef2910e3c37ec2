"""A read_write image is read through a sampler.

## What it does
Reports reads of a `read_write` image with a sampler among the arguments.

## Why
Such an image is read with integer coordinates and without a sampler. Some compilers have overloads
that read a mip level with one, so these are a warning.

## Example
```cl CL2.0
kernel void k(read_write image2d_t i, sampler_t s, global float4 *o) {
    o[0] = read_imagef(i, s, (int2)(0, 0));
}
```

## Use instead
```cl CL2.0
kernel void k(read_write image2d_t i, global float4 *o) { o[0] = read_imagef(i, (int2)(0, 0)); }
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Access Qualifiers".

## Fix safety
The sampler may have filtered or clamped, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_image, is_sampler
from opencl_ls.semantics.lookup.callees import builtin_name, named_symbol
from opencl_ls.semantics.lookup.samplers import at_integers
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=SINCE_20,
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
    if image is None or sampler is None:
        return
    if (
        not is_image(image.type.type)
        or image.type.access != "read_write"
        or not is_sampler(sampler.type.type)
    ):
        return
    if len(call.arguments) == 3:
        fits = at_integers(context.model, call.arguments[2])
        cut = (call.arguments[0].end, call.arguments[1].end)
        context.report(
            call.arguments[1],
            f"image '{image.name}' is read_write: it is read without a sampler",
            fixes=[replacing("Drop the sampler", cut, "", safe=False)] if fits else (),
        )
    elif _resolves(context, call):
        context.report(
            call.arguments[1],
            f"image '{image.name}' is read_write: some compilers read a mip level of it, but the "
            "specification has it read without a sampler",
            severity=Severity.WARNING,
        )


def _resolves(context: RuleContext, call: r.Call) -> bool:
    """Tell whether compilers accept the call; otherwise other rules report it."""
    resolution = context.model.resolutions.get(call)
    return resolution is not None and not resolution.problems
