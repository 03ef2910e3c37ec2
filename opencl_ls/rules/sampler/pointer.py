"""A pointer points to a sampler.

## What it does
Reports declarations and type names that make a pointer to `sampler_t`.

## Why
A sampler has no address. A function takes the sampler itself.

## Example
```cl
void h(sampler_t *s) {}
```

## Use instead
```cl
void h(sampler_t s) {}
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
        if derived_over(kind, is_sampler) == "pointer":
            context.report(
                declarator, "pointer to 'sampler_t': a sampler has no address; pass it by itself"
            )
