"""A block is called in an operand of `?:`.

## What it does
Reports calls of blocks as the second or third operand of `?:`.

## Why
The rule of the language is about blocks as operands, and not about their results. Compilers based
on clang, which all compilers with blocks are, reject the calls nevertheless.

## Example
```cl CL2.0
int f(int c) { int (^one)(void) = ^{ return 1; }; return c ? one() : 2; }
```

## Use instead
```cl CL2.0
int f(int c) { int (^one)(void) = ^{ return 1; }; if (c) return one(); return 2; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks.

## Fix safety
Safe: the same call is made.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext
from opencl_ls.linter.rewriting import as_branches
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import is_block_value, unwrapped
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(r.Conditional)
def check(context: RuleContext, conditional: r.Conditional) -> None:
    """Look at the two values and report the first call."""
    for value in (conditional.chosen, conditional.otherwise):
        call = None if value is None else unwrapped(value)
        if isinstance(call, r.Call) and is_block_value(context.model, call.callee):
            context.report(
                call,
                "compilers based on clang refuse calls of blocks in '?:': use 'if' and 'else'",
                fixes=_branches(context, conditional),
            )
            return


def _branches(context: RuleContext, conditional: r.Conditional) -> list[ItemFix]:
    if conditional.chosen is None:
        return []
    values = (context.text(conditional.chosen), context.text(conditional.otherwise))
    edits = as_branches(context, conditional, conditional, values)
    return [ItemFix("Choose by 'if' and 'else'", edits, safe=True)] if edits else []
