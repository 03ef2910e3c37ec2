"""A block is dereferenced.

## What it does
Reports the unary `*` before a block variable or a block literal.

## Why
A pointer to a function may be called as `(*f)()`; a block is called by its name only.

## Example
```cl CL2.0
void f(void) { int (^one)(void) = ^{ return 1; }; int r = (*one)(); }
```

## Use instead
```cl CL2.0
void f(void) { int (^one)(void) = ^{ return 1; }; int r = one(); }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks.

## Fix safety
Safe: the block is called in either case.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import is_block_value
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(r.Unary)
def check(context: RuleContext, unary: r.Unary) -> None:
    """Look at the operands of `*`."""
    if unary.operator == "*" and is_block_value(context.model, unary.operand):
        sign = (unary.start, unary.operand.start)
        context.report(
            unary,
            "a block cannot be dereferenced: it is called by its name",
            fixes=[replacing("Remove '*'", sign, "", safe=True)],
        )
