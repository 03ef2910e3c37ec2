"""A kernel passes a sampler to a function, before OpenCL C 1.2.

## What it does
Reports samplers among the arguments of the program's own functions.

## Why
OpenCL C 1.0 and 1.1 do not allow a function to pass its sampler on. Nearly all compilers accept it
nevertheless.

## Example
```cl CL1.0
float4 h(image2d_t i, sampler_t s) { return read_imagef(i, s, (int2)(0, 0)); }
kernel void k(image2d_t i, sampler_t s, global float4 *o) { o[0] = h(i, s); }
```

## Use instead
```cl CL1.0
kernel void k(image2d_t i, sampler_t s, global float4 *o) {
    o[0] = read_imagef(i, s, (int2)(0, 0));
}
```

## Versions
1.0 and 1.1.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BEFORE_12, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.lookup.callees import named_symbol, user_function
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BEFORE_12, about=("sampler_t", t.ImageType))


@RULE.on(r.Call, about=(Function,))
def check(context: RuleContext, call: r.Call) -> None:
    """Look for samplers among arguments."""
    function = user_function(context.model, call)
    if function is None:
        return
    for argument, parameter in zip(call.arguments, function.parameters, strict=False):
        if is_sampler(parameter.type.type):
            symbol = named_symbol(context.model, argument)
            what = "a sampler" if symbol is None else f"sampler '{symbol.name}'"
            context.report(
                argument,
                f"{what} is passed on to '{function.name}': that is allowed from OpenCL C 1.2 on",
            )
