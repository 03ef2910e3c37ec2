"""A sampler is declared in a nested scope or in a helper function.

## What it does
Reports samplers that are declared elsewhere than at program scope or in the outermost scope of a
kernel.

## Why
OpenCL C 1.0 and 1.1 forbid them in functions, and since 1.2 the behaviour of such a sampler is
implementation-defined. Most compilers accept them.

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

## Fix safety
Unsafe: another variable at program scope may have the name.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, before_item
from opencl_ls.linter.rewriting import without
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.lookup.blocks import names_below
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=("sampler_t",))


@RULE.on(Variable, about=RULE.about)
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
        fixes=_moved(context, variable),
    )


def _moved(context: RuleContext, variable: Variable) -> list[ItemFix]:
    """Return the fix that declares the sampler before the function."""
    declaration, value = variable.declaration, variable.declarator.initializer
    if value is None or len(declaration.declarators) != 1 or variable.storage:
        return []
    if any(context.symbol(name) is not None for name in names_below(value)):
        return []
    if not isinstance(context.parent(declaration), r.Compound):
        return []
    text = f"constant sampler_t {variable.name} = {context.text(value)};"
    title = "Move to program scope"
    moved = before_item(title, text, safe=False)
    return [ItemFix(title, (*moved.edits, without(context.model, declaration)), safe=False)]
