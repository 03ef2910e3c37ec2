"""A block is used where the language has none.

## What it does
Reports `^` in a declarator or before a block literal where the version of OpenCL C, or the feature
macros of OpenCL C 3.0, do not provide blocks.

## Why
Blocks came with OpenCL C 2.0.  In 3.0 they are part of device-side enqueue, which is optional: they
need the feature `__opencl_c_device_enqueue`.

## Example
```cl CL1.2
void f(void) { int (^twice)(int) = ^(int n) { return 2 * n; }; }
```

## Use instead
```cl CL1.2
int twice(int n) { return 2 * n; }
```

## Versions
1.0 to 1.2; 3.0 without `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Blocks"; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import NO_BLOCKS, Rule
from opencl_ls.semantics.lookup.blocks import block_part, initializes
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=NO_BLOCKS,
    supersedes=("builtin/argument-count", "builtin/unavailable"),
)


@RULE.on(r.BlockPart)
def check_declarator(context: RuleContext, part: r.BlockPart) -> None:
    """Look at block declarators."""
    _report(context, part.start)


@RULE.on(r.BlockLiteral)
def check_literal(context: RuleContext, literal: r.BlockLiteral) -> None:
    """Look at literals, unless the declarator that they initialise is reported already."""
    declared = initializes(context.model, literal)
    if declared is None or block_part(declared.declarator) is None:
        _report(context, literal.caret.start)


def _report(context: RuleContext, caret: int) -> None:
    if context.target.version >= 300:
        message = "blocks need the feature __opencl_c_device_enqueue in OpenCL C 3.0"
    else:
        message = (
            f"blocks need OpenCL C 2.0 or newer: this is compiled as {context.target.version.label}"
        )
    context.report((caret, caret + 1), message)
