"""A sampler is assigned.

## What it does
Reports assignments to samplers, and `++` and `--` on them.

## Why
A sampler keeps the value of its declaration, or the one that the host passed.

## Example
```cl
kernel void k(sampler_t a, sampler_t b) { a = b; }
```

## Use instead
```cl
kernel void k(sampler_t a, read_only image2d_t i, global float4 *o) {
    o[0] = read_imagef(i, a, (int2)(0, 0));
}
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.lookup.callees import named_symbol
from opencl_ls.semantics.lookup.uses import changed
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", about=("sampler_t",))


@RULE.on(r.Assignment, r.Postfix, r.Unary)
def check(context: RuleContext, change: r.Assignment | r.Postfix | r.Unary) -> None:
    """Look at the targets of assignments, `++` and `--`."""
    place = changed(change)
    symbol = None if place is None else named_symbol(context.model, place)
    if symbol is not None and is_sampler(symbol.type.type):
        context.report(
            change,
            f"sampler '{symbol.name}' is assigned: it stays what it was declared as",
            related=[(symbol, f"'{symbol.name}' is declared here")],
        )
