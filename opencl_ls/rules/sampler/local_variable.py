"""A sampler is a variable of a nested scope or of a helper function.

## What it does
Reports samplers that are declared elsewhere than at program scope or in the outermost scope of a
kernel.

## Why
OpenCL C 1.0 and 1.1 forbid them in functions, and since 1.2 what such a sampler does is left to
the implementation. Most compilers take them.

## Example
```cl CL1.2
float4 read(read_only image2d_t i) {
    const sampler_t s = CLK_FILTER_NEAREST;
    return read_imagef(i, s, (int2)(0, 0));
}
```

## Use instead
```cl CL1.2
constant sampler_t s = CLK_FILTER_NEAREST;
float4 read(read_only image2d_t i) { return read_imagef(i, s, (int2)(0, 0)); }
```

## Versions
All.

## Reference
OpenCL C specification, "Samplers"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.opaque import is_sampler
from opencl_ls.semantics.symbols import Variable

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(Variable)
def check(context: RuleContext, variable: Variable) -> None:
    """Look where samplers are declared."""
    if not is_sampler(variable.type.type) or variable.function is None:
        return
    if variable.block is not None or variable.type.space == t.CONSTANT:
        return
    kernel = variable.function.is_kernel
    if kernel and variable.depth == 1:
        return
    where = "in a nested scope" if kernel else f"in the helper function '{variable.function.name}'"
    context.report(
        variable,
        f"sampler '{variable.name}' is declared {where}, where what it does is left to the "
        "implementation: move it to program scope as 'constant sampler_t'",
    )
