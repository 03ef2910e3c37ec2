"""A block changes what it captured.

## What it does
Reports an assignment, `++` or `--` in a block literal on a variable or parameter of the function
around it, or of an outer literal.

## Why
A block works on constant copies, made when the literal is evaluated.  Variables at program scope,
static ones and ones in local memory are not copied and may be changed.

## Example
```cl CL2.0
void f(void) { int n = 0; void (^count)(void) = ^{ n = 1; }; count(); }
```

## Use instead
```cl CL2.0
void f(void) { int n = 0; void (^count)(void) = ^{ int own = n; own = 1; }; count(); }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Scope of blocks"; reference page Blocks.

## Fix safety
Unsafe: the variable outside the block does not change with the copy.
"""

from msgspec.structs import replace

from opencl_ls.findings import Severity
from opencl_ls.rules.context import ItemFix, RuleContext
from opencl_ls.rules.rewriting import first_in, free_name, renamed
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import captured, enclosing_literal, is_block, unwrapped
from opencl_ls.semantics.symbols import Symbol
from opencl_ls.syntax import records as r
from opencl_ls.syntax.slips import BLOCK_STORAGE

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(r.Assignment)
def check_assignment(context: RuleContext, assignment: r.Assignment) -> None:
    """Look at what is assigned to."""
    _check(context, assignment.left)


@RULE.on(r.Postfix, r.Unary)
def check_step(context: RuleContext, step: r.Postfix | r.Unary) -> None:
    """Look at what is counted up or down."""
    if step.operator in ("++", "--"):
        _check(context, step.operand)


def _check(context: RuleContext, target: r.Expression) -> None:
    name = _changed_name(context, target)
    symbol = None if name is None else captured(context.model, name)
    if name is None or symbol is None or is_block(symbol.type):
        return
    text = context.model.item.text
    for slip in context.model.item.repairs:
        if slip.kind == BLOCK_STORAGE and slip.end <= symbol.word.start:
            if ";" not in text[slip.end : symbol.word.start]:
                return
    context.report(
        name,
        f"'{name.name}' is captured as a constant copy and cannot be changed in the block",
        related=[(symbol, f"'{name.name}' is declared here")],
        fixes=_copied(context, name, symbol),
    )


def _copied(context: RuleContext, name: r.Name, symbol: Symbol) -> list[ItemFix]:
    """Return the fix that works on a copy in the block that the change stands in."""
    literal = enclosing_literal(context.model, name)
    if literal is None or isinstance(symbol.type.type, t.ArrayType):
        return []
    own = free_name(context.model, f"own_{symbol.name}")
    kind = replace(symbol.type, space=t.NO_SPACE, const=False)
    declared = f"{t.declaration_text(kind, own)} = {symbol.name};"
    edits = (
        first_in(context.model, literal.body, declared),
        *renamed(context.model, symbol, literal.body, own),
    )
    return [ItemFix(f"Change a copy, '{own}'", edits, safe=False)]


def _changed_name(context: RuleContext, target: r.Expression) -> r.Name | None:
    """Return the variable that a write changes: `n`, or the struct or vector of `n.x`."""
    inner = unwrapped(target)
    while isinstance(inner, r.Member) and not inner.arrow:
        inner = unwrapped(inner.base)
    if not isinstance(inner, r.Name):
        return None
    symbol = context.symbol(inner)
    if symbol is None or isinstance(symbol.type.type, t.UnknownType):
        return None
    return inner
