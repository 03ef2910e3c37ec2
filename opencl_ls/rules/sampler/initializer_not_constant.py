"""The value of a sampler is known at run time only.

## What it does
Reports initialisers of samplers that read a parameter or a variable, including, at program scope,
another sampler.

## Why
The compiler builds the sampler, so it has to know the value.

## Example
```cl CL1.2
kernel void k(int mode) { const sampler_t s = mode; }
```

## Use instead
```cl CL1.2
kernel void k(int mode) { const sampler_t s = CLK_FILTER_LINEAR; }
```

## Versions
All.

## Reference
OpenCL C specification, "Samplers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.declarations.placement import at_program_scope
from opencl_ls.semantics.lookup.constness import runtime_part
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", about=("sampler_t",))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the initialisers of samplers."""
    value = variable.declarator.initializer
    if value is None or not is_sampler(variable.type.type):
        return
    part = runtime_part(value, context.symbol)
    if part is None and at_program_scope(variable) and isinstance(value, r.Name):
        named = context.symbol(value)
        part = value if isinstance(named, Variable) and is_sampler(named.type.type) else None
    if part is not None:
        context.report(
            value,
            f"sampler '{variable.name}' needs a constant value: '{context.text(part)}' "
            "is known at run time only",
        )
