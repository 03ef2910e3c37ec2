"""A constant belongs to a later version of OpenCL C.

## What it does
Reports constants for device-side enqueue, pipes and channels of images that came with a later
version. Those of memory orders and scopes, and the flag for images of barriers, have rules of their
own.

## Why
Compilers for the target do not know the name.

## Example
```cl CL1.2
int is_srgb(read_only image2d_t image) { return get_image_channel_order(image) == CLK_sRGBA; }
```

## Use instead
```cl CL2.0
int is_srgb(read_only image2d_t image) { return get_image_channel_order(image) == CLK_sRGBA; }
```

## Versions
1.0 to 2.0.

## Reference
OpenCL C specification, "Image Channel Data Type and Image Channel Order", "Enqueuing Kernels".
"""

from typing import Final

from opencl_ls.builtins.functions import function
from opencl_ls.builtins.macros import macro
from opencl_ls.builtins.versions import Version
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BEFORE_30, Rule
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.syntax import records as r

_BEGINNINGS: Final = ("CLK_", "CL_")
_GROUPS: Final = frozenset(("image-channel-order", "image-channel-type", "enqueue"))

RULE = Rule(Severity.ERROR, since="0.1", versions=BEFORE_30)


@RULE.on(r.Name, about=_BEGINNINGS)
def check(context: RuleContext, name: r.Name) -> None:
    """Look at names of constants that the program does not declare itself."""
    known = macro(name.name) if name.name.startswith(_BEGINNINGS) else None
    if known is None or known.group.removeprefix("device-") not in _GROUPS:
        return
    reason = known.missing(context.target)
    if reason is None or reason.kind != "version" or context.symbol(name) is not None:
        return
    # Compilers have the names of 1.1 in 1.0 as well.
    if known.availability.min_version == Version.CL11:
        return
    call = context.enclosing(name, r.Call)
    called = function(builtin_name(context.model, call)) if isinstance(call, r.Call) else None
    if called is None or called.missing(context.target) is None:
        context.report(name, f"'{name.name}' {reason.text}")
