"""`Block_copy` or `Block_release` is called.

## What it does
Reports calls of `Block_copy` and `Block_release`, unless the program declares such functions.

## Why
They belong to the run-time library of other languages with blocks. In OpenCL C a block never
outlives its scope, so it is neither copied nor released.

## Example
```cl CL2.0
void f(void) { void (^work)(void) = ^{ }; Block_release(work); }
```

## Use instead
```cl CL2.0
void f(void) { void (^work)(void) = ^{ }; work(); }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks.

## Fix safety
Unsafe: a copied block was meant to live longer than it does.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, replacing
from opencl_ls.linter.rewriting import without
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=("Block_copy", "Block_release"))


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the names of called functions."""
    callee = unwrapped(call.callee)
    if not isinstance(callee, r.Name) or callee.name not in ("Block_copy", "Block_release"):
        return
    if context.symbol(callee) is None:
        context.report(
            callee,
            f"OpenCL C has no '{callee.name}': a block lives as long as the scope around it",
            fixes=_without(context, call),
        )


def _without(context: RuleContext, call: r.Call) -> list[ItemFix]:
    """Return the fix that removes a call that is a statement, or replaces it by its argument."""
    statement = context.parent(call)
    if isinstance(statement, r.ExpressionStatement):
        if not isinstance(context.parent(statement), r.Compound):
            return []
        return [ItemFix("Remove the call", (without(context.model, statement),), safe=False)]
    if len(call.arguments) != 1:
        return []
    return [replacing("Use the block itself", call, context.text(call.arguments[0]), safe=False)]
