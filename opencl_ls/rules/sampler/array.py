"""An array has elements of type sampler_t.

## What it does
Reports declarations and type names that make an array of samplers.

## Why
A sampler is a description that the compiler resolves, not a value in memory that an index could
choose.

## Example
```cl
constant sampler_t modes[2] = { CLK_FILTER_NEAREST, CLK_FILTER_LINEAR };
```

## Use instead
```cl
constant sampler_t near = CLK_FILTER_NEAREST;
constant sampler_t linear = CLK_FILTER_LINEAR;
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.opaque import (
    DECLARING,
    Declaring,
    derived_over,
    is_sampler,
    written_types,
)

RULE = Rule(Severity.ERROR, since="0.1", about=("sampler_t",))


@RULE.on(*DECLARING, about=RULE.about)
def check(context: RuleContext, declaring: Declaring) -> None:
    """Look at the types in a declaration."""
    for declarator, _, kind in written_types(context.model, declaring):
        if derived_over(kind, is_sampler) == "array":
            context.report(declarator, "array of 'sampler_t': name each sampler by itself")
