"""A block takes a variable number of arguments.

## What it does
Reports `...` in the parameter list of a block type or of a block literal.

## Why
OpenCL C has no way to read variable arguments, so blocks cannot take them.

## Example
```cl CL2.0
void f(void) { void (^log)(int, ...) = ^(int n, ...) { }; }
```

## Use instead
```cl CL2.0
void f(void) { void (^log)(int, int) = ^(int n, int m) { }; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics.lookup.blocks import initializes, signature_part
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(r.BlockLiteral, r.BlockPart))

_MESSAGE = "a block cannot take a variable number of arguments"


@RULE.on(r.Declarator)
def check_declarator(context: RuleContext, declarator: r.Declarator) -> None:
    """Look at block types."""
    part = signature_part(declarator)
    if part is not None and part.ellipsis is not None:
        context.report(part.ellipsis, _MESSAGE)


@RULE.on(r.BlockLiteral)
def check_literal(context: RuleContext, literal: r.BlockLiteral) -> None:
    """Look at literals, unless the declarator that they initialise is reported already."""
    if literal.signature is None or literal.signature.ellipsis is None:
        return
    declared = initializes(context.model, literal)
    part = None if declared is None else signature_part(declared.declarator)
    if part is None or part.ellipsis is None:
        context.report(literal.signature.ellipsis, _MESSAGE)
