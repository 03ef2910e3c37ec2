"""An integer image is read with linear filtering.

## What it does
Reports `read_imagei` and `read_imageui` with a sampler that was declared with `CLK_FILTER_LINEAR`.

## Why
These functions are defined for nearest filtering alone, and give undefined values else.

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
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.calls import builtin_name, named_symbol
from opencl_ls.semantics.opaque import is_sampler
from opencl_ls.semantics.samplers import sampler_words
from opencl_ls.semantics.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the samplers of integer reads."""
    name = builtin_name(context.model, call)
    if name not in ("read_imagei", "read_imageui") or len(call.arguments) < 3:
        return
    sampler = named_symbol(context.model, call.arguments[1])
    if not isinstance(sampler, Variable) or not is_sampler(sampler.type.type):
        return
    words = sampler_words(sampler.declarator.initializer)
    if any(word.name == "CLK_FILTER_LINEAR" for word in words):
        context.report(
            call.arguments[1],
            f"sampler '{sampler.name}' filters linearly: '{name}' is defined for "
            "CLK_FILTER_NEAREST only",
            related=[(sampler, f"'{sampler.name}' is declared here")],
        )
