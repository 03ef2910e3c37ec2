"""An enqueued block returns a value.

## What it does
Reports a `return` with a value in a block literal that is given to `enqueue_kernel`, and a variable
with a block that returns one.

## Why
An enqueued block is a kernel, and no caller receives its result; the result type has to be void.

## Example
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ return 1; });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ return; });
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import block_symbol, enclosing_literal, unwrapped
from opencl_ls.semantics.lookup.enqueue import enqueue_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=("enqueue_kernel",))


@RULE.on(r.Return)
def check(context: RuleContext, statement: r.Return) -> None:
    """Look at the returns of literals that are arguments of `enqueue_kernel`."""
    if statement.value is None:
        return
    literal = enclosing_literal(context.model, statement)
    if literal is None:
        return
    above = context.parent(literal)
    while isinstance(above, r.Parenthesized):
        above = context.parent(above)
    found = enqueue_of(context.model, above) if isinstance(above, r.Call) else None
    if found is not None and unwrapped(found.block) is literal:
        context.report(statement, "an enqueued block returns nothing: its result type is void")


@RULE.on(r.Call, about=RULE.about)
def check_variable(context: RuleContext, call: r.Call) -> None:
    """Look at the type of a block that a variable holds."""
    found = enqueue_of(context.model, call)
    symbol = None if found is None else block_symbol(context.model, found.block)
    if found is None or symbol is None or not isinstance(symbol.type.type, t.BlockType):
        return
    result = symbol.type.type.function.result
    if not isinstance(result.type, t.VoidType | t.UnknownType):
        context.report(
            found.block,
            f"an enqueued block returns nothing: '{symbol.name}' returns {t.spelled(result)}",
            related=[(symbol, f"'{symbol.name}' is declared here")],
        )
