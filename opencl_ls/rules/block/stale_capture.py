"""A variable changes after a block captured it, and the block is used after the change.

## What it does
Hints at the first change of a variable or parameter, or of a member or component, after the literal
of a block that uses it, where the block is called or enqueued after the change, or in the next
iteration of a loop.

## Why
A block works on copies, made when its literal is evaluated. It does not see later stores.

## Example
```cl CL2.0
int f(void) {
    int n = 1;
    int (^read)(void) = ^{ return n; };
    n = 2;
    return read();
}
```

## Use instead
```cl CL2.0
int f(void) {
    int n = 1;
    n = 2;
    int (^read)(void) = ^{ return n; };
    return read();
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Scope of blocks"; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.order import dominates, is_in_next_round, is_post_dominated
from opencl_ls.semantics.lookup.blocks import (
    captured,
    enclosing_literal,
    initializes,
    names_below,
)
from opencl_ls.semantics.lookup.uses import changes, changing, uses
from opencl_ls.semantics.memory.access_paths import part_around
from opencl_ls.semantics.types.symbols import Symbol, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS)


@RULE.on(r.BlockLiteral)
def check(context: RuleContext, literal: r.BlockLiteral) -> None:
    """Look at the uses of the captured variables after the literal."""
    declarator = initializes(context.model, literal)
    block = None if declarator is None else context.declared(declarator)
    if not isinstance(block, Variable) or block.function is None or block.storage:
        return
    reported: set[Symbol] = set()
    for name in names_below(literal.body):
        symbol = captured(context.model, name)
        if symbol is None or symbol in reported or literal.start <= symbol.word.start < literal.end:
            continue
        if isinstance(symbol.type.type, t.ArrayType):
            continue  # Of an array the block has the address.
        change = _stale(context, literal, name, block)
        if change is not None:
            reported.add(symbol)
            context.report(
                change,
                f"'{block.name}' does not see this change of '{symbol.name}': the block has a copy "
                "from when its literal was evaluated",
                related=[(name, f"'{symbol.name}' is captured here")],
            )


def _stale(
    context: RuleContext, literal: r.BlockLiteral, read: r.Name, block: Variable
) -> r.Record | None:
    """Return the first change of a variable that a block reads, if the block is used later."""
    model = context.model
    home = enclosing_literal(model, literal)
    symbol = context.symbol(read)
    for name in [] if symbol is None else changes(model, symbol):
        change = _change(context, name, read)
        if change is None or change.start < literal.end:
            continue
        if enclosing_literal(model, name) is home and any(
            dominates(model, change, call)
            or is_post_dominated(model, change, call)
            or is_in_next_round(model, change, call, literal.end)
            for call in uses(model, block)
        ):
            return change
    return None


def _change(context: RuleContext, name: r.Name, read: r.Name) -> r.Expression | None:
    """Return the record that changes the variable `name`, or the part that the block reads."""
    whole, changed = part_around(context.model, name)
    _, way = part_around(context.model, read)
    if any(one != other for one, other in zip(changed, way, strict=False)):
        return None
    above = context.parent(whole)
    kind = context.model.types.get(whole, t.UNKNOWN_QUALIFIED).type
    if isinstance(kind, t.VectorType) and isinstance(above, r.Member | r.Index):
        # The block may read other components, unless it reads all or the same ones.
        seen = context.parent(part_around(context.model, read)[0])
        same = (
            isinstance(seen, r.Member)
            and isinstance(above, r.Member)
            and seen.member.text == above.member.text
        )
        if above.base is whole and (same or not isinstance(seen, r.Member | r.Index)):
            whole = above
    return changing(context.model, whole)
