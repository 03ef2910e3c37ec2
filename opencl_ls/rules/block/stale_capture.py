"""A variable changes after a block captured it, and the block is used behind the change.

## What it does
Hints at the first change of a variable or parameter behind the literal of a block that uses it,
where the block is called or enqueued behind the change.

## Why
A block works on copies, made when its literal is evaluated. It does not see what is stored later.

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
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import captured, enclosing_literal, initializes, names_below
from opencl_ls.semantics.symbols import Symbol, Variable
from opencl_ls.semantics.uses import changing, is_before, uses
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS)


@RULE.on(r.BlockLiteral)
def check(context: RuleContext, literal: r.BlockLiteral) -> None:
    """Look at what is done with the captured variables behind the literal."""
    declarator = initializes(context.model, literal)
    block = None if declarator is None else context.declared(declarator)
    if not isinstance(block, Variable) or block.function is None or block.storage:
        return
    told: set[Symbol] = set()
    for name in names_below(literal.body):
        symbol = captured(context.model, name)
        if symbol is None or symbol in told or literal.start <= symbol.word.start < literal.end:
            continue
        if isinstance(symbol.type.type, t.ArrayType):
            continue  # Of an array the block has the address.
        change = _stale(context, literal, symbol, block)
        if change is not None:
            told.add(symbol)
            context.report(
                change,
                f"'{block.name}' does not see this change of '{symbol.name}': the block has a copy "
                "from when its literal was evaluated",
                related=[(name, f"'{symbol.name}' is captured here")],
            )


def _stale(
    context: RuleContext, literal: r.BlockLiteral, symbol: Symbol, block: Variable
) -> r.Record | None:
    """Return the first change of a variable behind which the block is used."""
    home = enclosing_literal(context.model, literal)
    calls = uses(context.model, block)
    for name in uses(context.model, symbol):
        change = changing(context.model, name)
        if change is None or change.start < literal.end:
            continue
        if enclosing_literal(context.model, name) is home and any(
            is_before(context.model, change, call) for call in calls
        ):
            return change
    return None
