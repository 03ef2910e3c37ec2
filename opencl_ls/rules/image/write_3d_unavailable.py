"""A 3D image is written where the target does not support that.

## What it does
Reports writes to an `image3d_t` before OpenCL C 2.0 without `cl_khr_3d_image_writes`, and in 3.0
where the feature `__opencl_c_3d_image_writes` is off. A `write_only` parameter that is never
written is reported at its declaration.

## Why
Such a device cannot write 3D images.

## Example
```cl CL1.2 extensions=-cl_khr_3d_image_writes
kernel void k(write_only image3d_t v) { write_imagef(v, (int4)(0), (float4)(0.0f)); }
```

## Use instead
```cl CL1.2 extensions=-cl_khr_3d_image_writes
kernel void k(write_only image2d_t v) { write_imagef(v, (int2)(0), (float4)(0.0f)); }
```

## Versions
1.0 to 1.2 without `cl_khr_3d_image_writes`; 3.0 without `__opencl_c_3d_image_writes`.

## Reference
OpenCL C specification, "Image Write Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import NO_3D_IMAGE_WRITES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import access_of, access_words
from opencl_ls.semantics.lookup.callees import builtin_name, named_symbol
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.symbols import Function, Symbol
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=NO_3D_IMAGE_WRITES,
    about=(t.ImageType,),
    supersedes=("builtin/unavailable",),
)


@RULE.on(r.Call, about=("write_",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the images that calls write."""
    symbol = _written(context.model, call)
    if symbol is not None:
        context.report(call, f"to write the 3D image '{symbol.name}' {_needs(context)}")


@RULE.on(Function)
def check_parameters(context: RuleContext, function: Function) -> None:
    """Look for images that are declared to be written, and are not."""
    for parameter in function.parameters:
        if not _is_volume(parameter) or parameter.type.access not in ("write_only", "read_write"):
            continue
        if not any(_written(context.model, site.call) is parameter for site in context.model.calls):
            words = access_words(parameter.parameter.specifiers)
            context.report(
                words[0] if words else parameter.parameter,
                f"the 3D image '{parameter.name}' is {parameter.type.access}: to write it "
                f"{_needs(context)}",
            )


def _written(model: ItemModel, call: r.Call) -> Symbol | None:
    """Return the 3D image that a call writes and may write by its access, or None."""
    if not builtin_name(model, call).startswith("write_image") or not call.arguments:
        return None
    symbol = named_symbol(model, call.arguments[0])
    if symbol is None or not _is_volume(symbol) or access_of(symbol.type) == "read_only":
        return None
    return symbol


def _is_volume(symbol: Symbol) -> bool:
    kind = symbol.type.type
    return isinstance(kind, t.ImageType) and kind.name == "image3d_t"


def _needs(context: RuleContext) -> str:
    if context.target.version < 300:
        return "needs OpenCL C 2.0 or the extension cl_khr_3d_image_writes"
    return "needs the feature __opencl_c_3d_image_writes"
