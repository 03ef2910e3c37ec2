"""`sizeof` is applied to a block.

## What it does
Reports `sizeof` of a block, or of a block type.

## Why
The size of a block depends on the variables that it captures, and is not known at compile time.
Compilers give the size of a reference, which has no use.

## Example
```cl CL2.0
void f(void) { void (^work)(void) = ^{ }; int n = sizeof(work); }
```

## Use instead
```cl CL2.0
void f(void) { int n = sizeof(int); }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Blocks"; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import is_block, is_block_value
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(r.TypeQuery)
def check(context: RuleContext, query: r.TypeQuery) -> None:
    """Look at the operands of `sizeof`."""
    if query.keyword != "sizeof":
        return
    if isinstance(query.operand, r.TypeName):
        kind = context.type_of(query.operand)
        found = kind is not None and is_block(kind)
    else:
        found = is_block_value(context.model, query.operand)
    if found:
        context.report(query, "the size of a block is not known when the program is compiled")
