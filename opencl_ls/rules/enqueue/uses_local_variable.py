"""An enqueued block uses a variable in the local memory of its parent.

## What it does
Reports a `local` variable of the enclosing function in a block that is enqueued.

## Why
The enqueued block runs as a kernel of its own with other work-groups, when the local memory of the
parent may no longer exist. It is the same as capturing a pointer to local memory.

## Example
```cl CL2.0
kernel void k(queue_t q, global int *a) {
    local int cache[4];
    cache[0] = 1;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ a[0] = cache[0]; });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q, global int *a) {
    local int cache[4];
    cache[0] = 1;
    int value = cache[0];
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ a[0] = value; });
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
from opencl_ls.semantics.lookup.blocks import names_below
from opencl_ls.semantics.lookup.enqueue import enqueue_of, enqueued_literal
from opencl_ls.semantics.types.symbols import Symbol, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=("enqueue_kernel",))


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the names in an enqueued literal, each one once."""
    found = enqueue_of(context.model, call)
    literal = None if found is None else enqueued_literal(context.model, found)
    if literal is None:
        return
    reported: set[Symbol] = set()
    for name in names_below(literal.body, evaluated=True):
        symbol = context.symbol(name)
        if not isinstance(symbol, Variable) or symbol.function is None or symbol in reported:
            continue
        if t.object_space(symbol.type) != t.LOCAL:
            continue
        if literal.start <= symbol.word.start < literal.end:
            continue
        reported.add(symbol)
        context.report(
            name,
            f"'{name.name}' is in the parent's local memory, which an enqueued block must not use",
            related=[(symbol, f"'{name.name}' is declared here")],
        )
