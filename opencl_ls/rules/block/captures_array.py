"""A block uses an array of the function around it.

## What it does
Reports the first use of a private array of the function in a block literal.

## Why
Variables are captured as copies, structures too, but a block captures only the address of an array.
It sees later changes of the array, and an enqueued block must not use it.

## Example
```cl CL2.0
void f(void) { int a[2] = { 0, 1 }; int (^second)(void) = ^{ return a[1]; }; (void)second(); }
```

## Use instead
```cl CL2.0
struct pair { int values[2]; };
void f(void) {
    struct pair a = { { 0, 1 } };
    int (^second)(void) = ^{ return a.values[1]; };
    (void)second();
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Blocks", Example 5.
"""

from typing import TYPE_CHECKING

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import captured, names_below
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.types.symbols import Symbol

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS)


@RULE.on(r.BlockLiteral)
def check(context: RuleContext, literal: r.BlockLiteral) -> None:
    """Look at the arrays that an outermost literal captures."""
    if context.enclosing(literal, r.BlockLiteral) is not None:
        return
    reported: set[Symbol] = set()
    for name in names_below(literal.body):
        symbol = captured(context.model, name)
        if symbol is None or symbol in reported or not isinstance(symbol.type.type, t.ArrayType):
            continue
        if literal.start <= symbol.word.start < literal.end:
            continue
        reported.add(symbol)
        context.report(
            name,
            f"of array '{name.name}' the block gets the address, not a copy",
            related=[(symbol, f"'{name.name}' is declared here")],
        )
