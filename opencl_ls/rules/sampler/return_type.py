"""A function returns a sampler.

## What it does
Reports functions whose result is `sampler_t`.

## Why
The compiler has to know which sampler a read uses. The caller can name it.

## Example
```cl
sampler_t pick(sampler_t a) { return a; }
```

## Use instead
```cl
constant sampler_t near = CLK_FILTER_NEAREST;
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.types.symbols import Function, Typedef

RULE = Rule(Severity.ERROR, since="0.1", about=("sampler_t",))


@RULE.on(Function, Typedef)
def check(context: RuleContext, function: Function | Typedef) -> None:
    """Look at the types of results, once where a typedef names the type of a function."""
    kind = function.type.type
    if function.type.alias or not isinstance(kind, t.FunctionType):
        return
    if is_sampler(kind.result.type):
        context.report(
            function.declaration.specifiers.type or function,
            f"'{function.name}' returns a sampler: a function cannot",
        )
