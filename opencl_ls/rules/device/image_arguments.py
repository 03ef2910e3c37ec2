"""A kernel has more image arguments than the device takes.

## What it does
Counts the images that a kernel reads, and those that it writes, and reports more than the device of
the settings takes.

## Why
The kernel cannot be enqueued, or the program does not build. From OpenCL 2.0 on images that are
written count against `CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS`.

## Example
```cl CL1.2 device=imagination-bxm
kernel void k(write_only image2d_t a, write_only image2d_t b) {}
```

## Use instead
```cl CL1.2 device=imagination-bxm
kernel void k(write_only image2d_t a, global float4 *b) {}
```

## Versions
All, where the settings name a device whose numbers are known.

## Reference
OpenCL API specification, `CL_DEVICE_MAX_READ_IMAGE_ARGS` and the two below it.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import NAMED_DEVICE, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import Function, ParameterVariable

RULE = Rule(Severity.HINT, since="0.1", versions=NAMED_DEVICE, about=(t.ImageType,))


@RULE.on(Function, about=RULE.about)
def check(context: RuleContext, function: Function) -> None:
    """Count the images of a kernel."""
    if not function.is_kernel:
        return
    images = [each for each in function.parameters if isinstance(each.type.type, t.ImageType)]
    written = [each for each in images if each.type.access in {"write_only", "read_write"}]
    read = [each for each in images if each not in written]
    _compare(context, function, read, "max-read-image-args", "reads")
    # Before 2.0 no image is read and written; from then on the larger number counts.
    names = ["max-write-image-args"]
    if context.target.version >= 200:
        names.append("max-read-write-image-args")
    limits = [context.target.limit(name) for name in names]
    known = [limit.number for limit in limits if limit is not None]
    if len(known) == len(names):
        _compare(context, function, written, names[known.index(max(known))], "writes")


def _compare(
    context: RuleContext,
    function: Function,
    images: list[ParameterVariable],
    name: str,
    verb: str,
) -> None:
    limit = context.target.limit(name)
    if limit is not None and len(images) > limit.number:
        words = f"kernel '{function.name}' {verb} {len(images)} images"
        context.report(images[limit.number], f"{words}: {limit}")
