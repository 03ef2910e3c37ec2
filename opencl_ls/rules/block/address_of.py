"""The address of a block is taken.

## What it does
Reports `&` before a block variable or a block literal.

## Why
There are no pointers to blocks, and a program cannot look into a block.

## Example
```cl CL2.0
void f(void) { void (^work)(void) = ^{ }; (void)&work; }
```

## Use instead
```cl CL2.0
void f(void) { void (^work)(void) = ^{ }; work(); }
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
from opencl_ls.semantics.lookup.blocks import is_block_value
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(r.Unary)
def check(context: RuleContext, unary: r.Unary) -> None:
    """Look at the operands of `&`."""
    if unary.operator == "&" and is_block_value(context.model, unary.operand):
        context.report(unary, "a block has no address: there are no pointers to blocks")
