"""A block variable is declared `extern`.

## What it does
Reports `extern` on a declaration of a block variable.

## Why
The compiler has to know the block of a variable at its declaration, so the variable needs its
literal there and cannot come from elsewhere.

## Example
```cl CL2.0
extern int (^next)(void);
```

## Use instead
```cl CL2.0
int (^next)(void) = ^{ return 1; };
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks, Example 3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import is_block
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the storage class of block variables."""
    if not is_block(variable.type):
        return
    for word in variable.declaration.specifiers.storage:
        if word.text == "extern":
            context.report(word, f"block variable '{variable.name}' cannot be 'extern'")
