"""A block variable is assigned to.

## What it does
Reports every assignment to a block variable or a block parameter.

## Why
A block variable is constant: its declaration fixes its block, so that the compiler knows which code
a call runs.  An assignment in an inner scope would also leave the variable with a block that no
longer exists.

## Example
```cl CL2.0
int (^next)(void) = ^{ return 1; };
void f(void) { next = ^{ return 0; }; }
```

## Use instead
```cl CL2.0
void f(void) { int (^next)(void) = ^{ return 0; }; (void)next(); }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks, Examples 2 and 3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import Ranged, RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import block_symbol
from opencl_ls.semantics.lookup.uses import changed, uses
from opencl_ls.semantics.types.symbols import Symbol, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(r.Assignment, r.Postfix, r.Unary)
def check(context: RuleContext, change: r.Assignment | r.Postfix | r.Unary) -> None:
    """Look at the targets of assignments, `++` and `--`."""
    place = changed(change)
    symbol = None if place is None else block_symbol(context.model, place)
    if symbol is None:
        return
    related: list[tuple[Ranged, str]] = [(symbol, f"'{symbol.name}' is declared here")]
    outside = _use_outside(context, change, symbol)
    if outside is not None:
        related.append((outside, "here the block assigned above is out of its scope"))
    context.report(
        change,
        f"'{symbol.name}' is a block and cannot be assigned: its declaration fixes its block",
        related=related,
    )


def _use_outside(context: RuleContext, change: r.Record, symbol: Symbol) -> r.Name | None:
    """Return the first use of the variable after the inner scope in which it is assigned."""
    scope = context.enclosing(change, r.Compound)
    if scope is None or not isinstance(symbol, Variable):
        return None
    if not scope.start > symbol.word.start:
        return None
    names = uses(context.model, symbol)
    return next((name for name in names if name.start >= scope.end), None)
