"""All work-items change one element of global memory by an atomic function.

## What it does
Reports an atomic function that changes an element of global memory which is the same for all
work-items, unless a condition on their ids or on data chooses some of them.

## Why
A device carries out the changes of one address one after the other. In a test of NVIDIA's article
*CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics* (in its discussion, on a K40, sums
of `double` by compare-and-swap) one atomic function for each work-item reaches 0.001 GiB/s, and one
for each 32 work-items 0.108 GiB/s. Add in local memory first, and change the element once for each
group.

## Example
```cl
kernel void k(global const int *in, volatile global int *sum) {
    atomic_add(sum, in[get_global_id(0)]);
}
```

## Use instead
```cl
kernel void k(global const int *in, volatile global int *sum) {
    local int part;
    if (get_local_id(0) == 0) part = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&part, in[get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) atomic_add(sum, part);
}
```

## Versions
All.

## Reference
NVIDIA, *CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics*.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.reports.neighbours import common_accesses
from opencl_ls.linter.reports.races import own_range
from opencl_ls.linter.rule import RACES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.memory.interleaving.terms import SHARED, terms_in
from opencl_ls.semantics.memory.interleaving.wording import place_words
from opencl_ls.settings.profiles import PERFORMANCE

RULE = Rule(Severity.HINT, since="0.2", profile=PERFORMANCE)


@RULE.on_unit_reading(RACES)
def check(context: UnitContext) -> None:
    """Look at the addresses of atomic functions."""
    for item, analysis in context.kernels:
        seen = set[object]()
        launch = analysis.launch
        for each in common_accesses(analysis, t.GLOBAL) if launch.dimensions else ():
            is_changed = each.is_atomic and each.is_write and each.offset.scope == SHARED
            is_by_data = any(u.is_opaque for term in terms_in(each.path) for u in term.factors)
            if is_changed and not is_by_data and each.record not in seen:
                seen.add(each.record)
                context.report(
                    item,
                    own_range(each, context.models[item]),
                    f"all work-items change '{place_words(each, launch)}': "
                    "the device carries that out one after the other",
                )
