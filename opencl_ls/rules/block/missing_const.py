"""A block variable is declared without const.

## What it does
Reports block variables whose declarator has no `const` after the caret. Off by default.

## Why
A block variable is constant with or without the word. The reference page requires the word, its own
examples omit it, and later specifications call it implied. The word helps readers.

## Example
```cl CL2.0
void f(void) { int (^one)(void) = ^{ return 1; }; }
```

## Use instead
```cl CL2.0
void f(void) { int (^const one)(void) = ^{ return 1; }; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks.

## Fix safety
Safe: a block variable is constant anyway.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import block_part, is_block
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.settings.profiles import STRICT

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS, profile=STRICT, about=(t.BlockType,))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the qualifiers of block variables."""
    if not is_block(variable.type) or variable.type.const:
        return
    declarator = variable.declarator.declarator
    part = block_part(declarator)
    at = declarator.start if part is None else part.start + 1
    context.report(
        declarator,
        f"block variable '{variable.name}' is implicitly const",
        fixes=[inserting("Insert 'const'", at, "const ", safe=True)],
    )
