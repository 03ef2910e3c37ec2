"""A kernel is enqueued over a range without a value.

## What it does
Reports a range of `enqueue_kernel` that is a variable of type `ndrange_t`, or an element, member or
copy of one, without an earlier store, or without one on one side of a branch.

## Why
The value of an uninitialised variable is no range. The call fails with `CLK_INVALID_NDRANGE`, or
enqueues an arbitrary number of work-items.

## Example
```cl CL2.0
kernel void k(queue_t q) {
    ndrange_t range;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, range, ^{ });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    ndrange_t range = ndrange_1D(64);
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, range, ^{ });
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Unsafe: only you know how many work-items the child needs; the fix gives it as many as the parent
has.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.definite_assignment import uninitialized_ranges
from opencl_ls.semantics.flow.reachability import may_reach
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.enqueue import enqueue_of
from opencl_ls.semantics.memory.access_paths import has_no_value_in, part_around
from opencl_ls.semantics.memory.addresses import object_of
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=("enqueue_kernel",))


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look for stores that could have built the range."""
    found = enqueue_of(context.model, call)
    if found is None:
        return
    _check_edges(context, unwrapped(found.range))
    for place, value in alternatives(context.model, found.range):
        named = object_of(context.model, value)
        symbol = None if named is None else context.symbol(named)
        at = call if value is place else value
        if not isinstance(symbol, Variable) or not isinstance(named, r.Name):
            continue
        _, part = part_around(context.model, named)
        if not has_no_value_in(context.model, symbol, part, at):
            continue
        fixes = []
        if isinstance(symbol.type.type, t.OpaqueType):
            built = " = ndrange_1D(get_global_size(0))"
            end = symbol.declarator.declarator.end
            fixes.append(inserting("Build it as wide as this kernel's", end, built, safe=False))
        context.report(
            place,
            f"nothing was stored in the range '{context.text(value)}': build it with "
            "'ndrange_1D', 'ndrange_2D' or 'ndrange_3D'",
            related=[(symbol, f"'{symbol.name}' is declared here without a value")],
            fixes=fixes,
        )


def _check_edges(context: RuleContext, place: r.Expression) -> None:
    """Look at the branches after which control reaches a range that was not built."""
    for found in uninitialized_ranges(context.model):
        if found.name is place and found.edges and may_reach(context.model, place):
            context.report(
                place,
                f"nothing was stored in the range '{found.symbol.name}' in some of the cases: "
                "build it in each of them",
                related=[(edge.decision, "this decides") for edge in found.edges[:1]],
            )
