"""A function or a block returns a block.

## What it does
Reports functions, blocks and types of them whose result is a block, through typedefs as well.

## Why
A block lives as long as the scope of its literal, so the caller would get a block that no longer
exists.

## Example
```cl CL2.0
typedef int (^step)(int);
step make(void) { return ^(int x) { return x; }; }
```

## Use instead
```cl CL2.0
typedef int (^step)(int);
int apply(int value) { step same = ^(int x) { return x; }; return same(value); }
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
from opencl_ls.semantics.declarations.opaque import DECLARING, Declaring, written_types
from opencl_ls.semantics.lookup.blocks import block_part, is_block
from opencl_ls.semantics.types.derivations import steps
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the result types of functions."""
    kind = function.type.type
    if not isinstance(kind, t.FunctionType) or not is_block(kind.result):
        return
    specifiers = function.declaration.specifiers
    written = block_part(function.declarator) or specifiers.type or function.word
    context.report(
        written, f"function '{function.name}' returns a block, which does not outlive its scope"
    )


@RULE.on(*DECLARING, about=RULE.about)
def check_declarator(context: RuleContext, declaring: Declaring) -> None:
    """Look at the results of the function and block types that declarators make."""
    for declarator, parameter, kind in written_types(context.model, declaring):
        for part, made in steps(kind, declarator):
            if isinstance(part, r.FunctionPart) and is_block(made):
                context.report(
                    parameter or declarator,
                    f"{t.described(kind)} returns a block, which does not outlive its scope",
                )


@RULE.on(r.BlockLiteral)
def check_literal(context: RuleContext, literal: r.BlockLiteral) -> None:
    """Look at the result types that block literals write."""
    kind = None if literal.result is None else context.type_of(literal.result)
    if literal.result is not None and kind is not None and is_block(kind):
        context.report(
            literal.result, "this block returns a block, which does not outlive its scope"
        )
