"""A block is chosen by `?:`.

## What it does
Reports a block as the second or third operand of `?:`.

## Why
Which block a call runs has to be known when the program is built.

## Example
```cl CL2.0
void f(int c) {
    int (^one)(void) = ^{ return 1; }; int (^two)(void) = ^{ return 2; };
    int r = (c ? one : two)();
}
```

## Use instead
```cl CL2.0
void f(int c) {
    int (^one)(void) = ^{ return 1; }; int (^two)(void) = ^{ return 2; };
    int r; if (c) r = one(); else r = two();
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics.blocks import is_block_value
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS)


@RULE.on(r.Conditional)
def check(context: RuleContext, conditional: r.Conditional) -> None:
    """Look at the two values; the first block is told."""
    for value in (conditional.chosen, conditional.otherwise):
        if value is not None and is_block_value(context.model, value):
            context.report(
                value, "a block cannot be chosen by '?:': use 'if' and 'else' with two calls"
            )
            return
