"""An enqueued block reads what its parent writes, and does not wait for it.

## What it does
Hints at an enqueued block that reads an element of global memory which the function around it
writes, where the flag is `CLK_ENQUEUE_FLAGS_NO_WAIT` and the call waits for no event.

## Why
The child may run beside its parent. Whether it reads the old value or the new one is chance.

## Example
```cl CL2.0
kernel void k(queue_t q, global int *a) {
    a[0] = 1;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ a[1] = a[0]; });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q, global int *a) {
    a[0] = 1;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ a[1] = a[0]; });
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Unsafe: the child begins later.
"""

from collections.abc import Iterator

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, replacing
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import enclosing_literal, names_below, unwrapped
from opencl_ls.semantics.constness import constants_of
from opencl_ls.semantics.enqueue import (
    enqueue_of,
    enqueued_literal,
    literal_value,
    named_constant,
    pointee_space,
    wait_list,
)
from opencl_ls.semantics.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.semantics.uses import address_taken, changing, is_before, uses
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS, about=("enqueue_kernel",))


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look for the elements that a block reads among those that are written around it."""
    found = enqueue_of(context.model, call)
    if found is None or named_constant(context.model, found.flags) != "CLK_ENQUEUE_FLAGS_NO_WAIT":
        return
    waited = wait_list(context.model, call)
    literal = enqueued_literal(context.model, found)
    if literal is None or (waited is not None and literal_value(waited.count) != 0):
        return
    for name in names_below(literal.body):
        read = _element(context, name)
        if read is None or _is_store(context, read):
            continue
        write = next(_writes(context, call, name, read), None)
        if write is None:
            continue
        waiting = "CLK_ENQUEUE_FLAGS_WAIT_KERNEL"
        context.report(
            found.flags,
            f"the block reads '{context.text(read)}' while the kernel that writes it may still "
            f"run: use '{waiting}'",
            related=[(write, "written here"), (read, "read here")],
            fixes=[replacing(f"Use '{waiting}'", found.flags, waiting, safe=False)],
        )
        return


def _element(context: RuleContext, name: r.Name) -> r.Index | r.Unary | None:
    """Return `p[2]` or `*p` around a name of a pointer to global memory that always stays one."""
    symbol = context.symbol(name)
    if not isinstance(symbol, Variable | ParameterVariable):
        return None
    if pointee_space(symbol.type) != t.GLOBAL:
        return None
    above = context.parent(name)
    while isinstance(above, r.Parenthesized):
        above = context.parent(above)
    if isinstance(above, r.Unary) and above.operator == "*":
        return above
    if isinstance(above, r.Index) and unwrapped(above.base) is name:
        return above if _index(context, above) is not None else None
    return None


def _index(context: RuleContext, element: r.Index | r.Unary) -> int | None:
    if isinstance(element, r.Unary):
        return 0
    return constants_of(context.model).integer(element.index)


def _is_store(context: RuleContext, element: r.Expression) -> bool:
    """Tell whether an element is stored to and not read."""
    change = changing(context.model, element)
    return isinstance(change, r.Assignment) and change.operator.text == "="


def _writes(
    context: RuleContext, call: r.Call, name: r.Name, read: r.Index | r.Unary
) -> Iterator[r.Record]:
    """Yield what writes the same element in the function around a call, before it or behind it."""
    symbol = context.symbol(name)
    if symbol is None or _is_moved(context, symbol):
        return
    home = enclosing_literal(context.model, call)
    for other in uses(context.model, symbol):
        element = _element(context, other)
        if element is None or enclosing_literal(context.model, other) is not home:
            continue
        if _index(context, element) != _index(context, read):
            continue
        change = changing(context.model, element)
        if change is None:
            continue
        if is_before(context.model, change, call) or is_before(context.model, call, change):
            yield change


def _is_moved(context: RuleContext, symbol: Symbol) -> bool:
    """Tell whether a pointer may point elsewhere from one use to the next."""
    return any(
        changing(context.model, name) is not None or address_taken(context.model, name) is not None
        for name in uses(context.model, symbol)
    )
