"""A block is chosen by `?:`.

## What it does
Reports a block as the second or third operand of `?:`. If the result is not used, that is a
warning, since compilers based on clang accept it.

## Why
The compiler has to know which block a call runs.

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

## Fix safety
Safe: the same block is called with the same arguments.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext
from opencl_ls.linter.rewriting import as_branches
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import is_block_value
from opencl_ls.semantics.lookup.operands import is_simple
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(r.Conditional)
def check(context: RuleContext, conditional: r.Conditional) -> None:
    """Look at the two values and report the first block."""
    for value in (conditional.chosen, conditional.otherwise):
        if value is not None and is_block_value(context.model, value):
            context.report(
                value,
                "a block cannot be chosen by '?:': use 'if' and 'else' with two calls",
                fixes=_branches(context, conditional),
                severity=Severity.WARNING if _is_thrown_away(context, conditional) else None,
            )
            return


def _is_thrown_away(context: RuleContext, conditional: r.Conditional) -> bool:
    """Tell whether the block is not used: compilers report an error only where it is."""
    if isinstance(context.model.types.get(conditional, t.UNKNOWN_QUALIFIED).type, t.UnknownType):
        return False  # The types of the two blocks differ.
    above = context.parent(conditional)
    while isinstance(above, r.Parenthesized | r.Conditional):
        above = context.parent(above)
    if isinstance(above, r.Cast):
        kind = context.type_of(above.type)
        return kind is not None and isinstance(kind.type, t.VoidType)
    return isinstance(above, r.ExpressionStatement)


def _branches(context: RuleContext, conditional: r.Conditional) -> list[ItemFix]:
    """Return the fix for a choice that is called in place."""
    callee: r.Expression = conditional
    call = context.parent(callee)
    while isinstance(call, r.Parenthesized):
        callee, call = call, context.parent(call)
    if not isinstance(call, r.Call) or call.callee is not callee or conditional.chosen is None:
        return []
    arguments = context.model.item.text[callee.end : call.end]
    first, second = (
        _callable(context, value) + arguments
        for value in (conditional.chosen, conditional.otherwise)
    )
    edits = as_branches(context, conditional, call, (first, second))
    return [ItemFix("Choose by 'if' and 'else'", edits, safe=True)] if edits else []


def _callable(context: RuleContext, value: r.Expression) -> str:
    """Return the text of a block to which arguments can be appended."""
    text = context.text(value)
    return text if is_simple(value) or isinstance(value, r.BlockLiteral) else f"({text})"
