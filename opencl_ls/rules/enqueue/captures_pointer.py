"""An enqueued block uses a pointer to local or private memory from outside.

## What it does
Reports a pointer into local or private memory that an enqueued block captures, or that it finds at
program scope.

## Why
The enqueued block runs as a kernel of its own, when the work-group that owns that memory may be
gone.  What the page calls undefined behaviour, compilers let pass.

## Example
```cl CL2.0
kernel void k(queue_t q, local int *cache) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ cache[0] = 1; });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                   ^(local void *memory) { local int *cache = memory; cache[0] = 1; }, 4u);
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import names_below
from opencl_ls.semantics.enqueue import enqueue_of, enqueued_literal, pointee_space
from opencl_ls.semantics.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the names in an enqueued literal, each of them once."""
    found = enqueue_of(context.model, call)
    literal = None if found is None else enqueued_literal(context.model, found)
    if literal is None:
        return
    told: set[Symbol] = set()
    for name in names_below(literal.body):
        symbol = context.symbol(name)
        if not isinstance(symbol, Variable | ParameterVariable) or symbol in told:
            continue
        space = pointee_space(symbol.type)
        if space not in (t.LOCAL, t.PRIVATE) or _is_inside(context, symbol, literal):
            continue
        told.add(symbol)
        context.report(
            name,
            f"'{name.name}' points to {space} memory, which an enqueued block must not use",
            related=[(symbol, f"'{name.name}' is declared here")],
        )


def _is_inside(context: RuleContext, symbol: Symbol, literal: r.BlockLiteral) -> bool:
    """Tell whether a symbol is the literal's own."""
    own = any(symbol is declared for declared in context.model.declared.values())
    return own and literal.start <= symbol.word.start < literal.end
