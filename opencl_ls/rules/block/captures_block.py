"""A block refers to another block of the enclosing function.

## What it does
Reports the name of a block variable or parameter in a block literal that would have to capture it,
the block's own name included.

## Why
A block cannot capture a block, so it can call neither a block of the enclosing function nor itself.
Block variables at program scope are not captured and may be called.

## Example
```cl CL2.0
int f(void) {
    int (^one)(void) = ^{ return 1; };
    int (^two)(void) = ^{ return 2 * one(); };
    return two();
}
```

## Use instead
```cl CL2.0
int (^one)(void) = ^{ return 1; };
int f(void) { int (^two)(void) = ^{ return 2 * one(); }; return two(); }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import (
    captured,
    enclosing_literal,
    initializes,
    is_block,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(r.Name)
def check(context: RuleContext, name: r.Name) -> None:
    """Look at what the names in a literal capture."""
    symbol = context.symbol(name)
    if symbol is None or not is_block(symbol.type) or captured(context.model, name) is None:
        return
    literal = enclosing_literal(context.model, name)
    declared = None if literal is None else initializes(context.model, literal)
    if declared is not None and context.declared(declared) is symbol:
        message = f"block '{name.name}' cannot refer to itself: there is no recursion"
    else:
        message = f"a block cannot capture another one: '{name.name}' is a block outside"
    context.report(name, message, related=[(symbol, f"'{name.name}' is declared here")])
